import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
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

/** Restores a checkup that was deleted just now; its deletion is among the newest of the patient's name. */
export async function undeleteCheckup({ _id, firstName, lastName }: Checkup): Promise<void> {
  const query = { page: 1, limit: MAX_PAGE_SIZE, name: `${firstName} ${lastName}`.trim() };
  const { deletions } = await call('GET /api/admin/checkups/deleted', { query });
  const deletion = deletions.find(({ kind, checkup }) => kind === 'checkup' && checkup === _id);
  if (!deletion) throw new Error('a colleague has restored it');
  await restoreDeletion(deletion._id);
}
