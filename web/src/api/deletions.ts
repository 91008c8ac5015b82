import type { DeletionList } from '@deqiq/contract/deletions.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList } from './http/admin-list.ts';
import { http } from './http/http.ts';
import { invalidateAfter } from './http/query.ts';

/** Deleted checkups and files, the last one first. */
export const deletionsQuery = (page: number, name: string) =>
  adminList<DeletionList>('checkups/deleted', page, { limit: PAGE_SIZE.adminCheckups, name });

/** A restored checkup appears in both lists. */
export async function restoreDeletion(id: string): Promise<void> {
  const path = `/api/admin/checkups/deleted/${encodeURIComponent(id)}/restore`;
  await invalidateAfter(['admin', 'checkups/deleted'], http.post(path, {}));
  await invalidateAfter(['admin', 'checkups'], Promise.resolve());
}
