import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { invalidateAfter } from '../http/query.ts';

/** Deleted checkups and files, the last one first. */
export const deletionsQuery = (page: number, name: string) =>
  adminList('checkups/deleted', page, { limit: PAGE_SIZE.adminCheckups, name });

/** A restored checkup appears in both lists. */
export async function restoreDeletion(id: string): Promise<void> {
  await invalidateAfter(
    ['admin', 'checkups/deleted'],
    call('POST /api/admin/checkups/deleted/:id/restore', { params: { id } }),
  );
  await invalidateAfter(['admin', 'checkups'], Promise.resolve());
}
