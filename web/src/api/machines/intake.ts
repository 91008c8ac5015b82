import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import type { Body } from '../http/endpoint-types.ts';
import { refreshAdminAfter } from '../http/query.ts';

export type NewExamination = Body<'POST /api/admin/intake/:id/create'>;

export const intakeQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList('intake', page, { limit: PAGE_SIZE.adminIntake, name }, filters);

export const assignStudy = (study: IntakeStudy, body: Body<'POST /api/admin/intake/:id/assign'>) =>
  refreshAdminAfter(call('POST /api/admin/intake/:id/assign', { params: { id: study._id }, body }));

export const createFromStudy = (study: IntakeStudy, body: NewExamination) =>
  refreshAdminAfter(call('POST /api/admin/intake/:id/create', { params: { id: study._id }, body }));

export const setStudyAside = ({ _id: id }: IntakeStudy) =>
  refreshAdminAfter(call('POST /api/admin/intake/:id/aside', { params: { id } }));

/** Takes back the assignment that the study has, or brings it back where it was set aside. */
export const undoStudy = ({ _id: id, state, assignment }: IntakeStudy) =>
  refreshAdminAfter(
    call('POST /api/admin/intake/:id/undo', {
      params: { id },
      body: { assignment: state === 'aside' ? null : assignment?.at },
    }),
  );

export const discardConflict = ({ _id: id }: IntakeStudy, conflict: string) =>
  refreshAdminAfter(
    call('DELETE /api/admin/intake/:id/conflicts/:conflict', { params: { id, conflict } }),
  );

/** Examinations for a picker, newest first. */
export async function searchExaminations(name: string, signal?: AbortSignal): Promise<Checkup[]> {
  const query = { page: 1, limit: PAGE_SIZE.adminCheckups, name };
  return (await call('GET /api/admin/checkups', { query, signal })).checkups;
}
