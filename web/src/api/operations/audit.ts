import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { saveBlob } from '../../lib/files/save-file.ts';
import { adminList } from '../http/admin-list.ts';
import { callForBlob } from '../http/call.ts';

/** Milliseconds a long export may take on a slow line. */
const TIMEOUT = 300_000;

type Filters = Readonly<Record<string, string>>;

/** Not polled: each reading is audited. */
export const auditQuery = (page: number, filters: Filters) => ({
  ...adminList('audit', page, { limit: PAGE_SIZE.adminAudit }, filters),
  refetchInterval: false as const,
});

export async function saveAudit(filters: Filters): Promise<void> {
  const blob = await callForBlob('GET /api/admin/exports/audit', {
    query: filters,
    timeoutMs: TIMEOUT,
  });
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Baku' });
  saveBlob(blob, `audit-${day}.csv`);
}
