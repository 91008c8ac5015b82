import type { Checkup, CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { UploadedFile } from '@deqiq/contract/imaging/uploads.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import type { Answer, Body } from '../http/endpoint-types.ts';
import { invalidateAfter, queryClient } from '../http/query.ts';

const LIST = ['admin', 'checkups'] as const;

type CheckupAnswer = Answer<'POST /api/admin/checkups'>;

type Uploads = readonly UploadedFile[];

export type NewCheckup = Omit<Body<'POST /api/admin/checkups'>, 'xrayFiles'> & {
  xrayFiles: Uploads;
};

/** A field that is absent keeps its value. */
export type CheckupChange = Omit<Body<'POST /api/admin/checkups/merge-chunks'>, 'files'> & {
  files: Uploads;
};

/** The back-office list, newest first, with the disk's two lines. */
export const checkupsQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList('checkups', page, { limit: PAGE_SIZE.adminCheckups, name }, filters);

/** The same page fetched now, for links that are good again. */
export function refetchCheckups(
  page: number,
  name: string,
  filters: ListFilters,
): Promise<CheckupList> {
  return queryClient.fetchQuery({ ...checkupsQuery(page, name, filters), staleTime: 0 });
}

/** A checkup as the list on the screen has it now: polls renew the links of its files. */
export function useListedCheckup(
  checkup: Checkup,
  page: number,
  name: string,
  filters: ListFilters,
): Checkup {
  const { data } = useQuery({ ...checkupsQuery(page, name, filters), refetchInterval: false });
  return data?.checkups.find(({ _id }) => _id === checkup._id) ?? checkup;
}

export function createCheckup(body: NewCheckup): Promise<CheckupAnswer> {
  return invalidateAfter(
    LIST,
    call('POST /api/admin/checkups', { body: { ...body, xrayFiles: [...body.xrayFiles] } }),
  );
}

/** The edit call: names and particulars, and further X-ray files. */
export function changeCheckup(body: CheckupChange): Promise<CheckupAnswer> {
  return invalidateAfter(
    LIST,
    call('POST /api/admin/checkups/merge-chunks', { body: { ...body, files: [...body.files] } }),
  );
}

/** Staff have seen both names: the partner sees the files that were held back. */
export function confirmPatient({ _id: id }: Pick<Checkup, '_id'>): Promise<CheckupAnswer> {
  return invalidateAfter(
    LIST,
    call('POST /api/admin/checkups/:id/confirm-patient', { params: { id } }),
  );
}

export function deleteCheckup(id: string): Promise<unknown> {
  return invalidateAfter(LIST, call('DELETE /api/admin/checkups/:id', { params: { id } }));
}

export function deriveFile(id: string): Promise<unknown> {
  return invalidateAfter(LIST, call('POST /api/admin/files/:id/derive', { params: { id } }));
}

/** Deletes the files that the list has shown, one after another, and fetches the list once afterwards. */
export async function deleteCheckupFiles(
  id: string,
  files: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  try {
    // The id keeps a stale list from deleting another file that bears the name by now.
    for (const file of files)
      await call('DELETE /api/admin/checkups/:id/files/:fileName', {
        params: { id, fileName: file.name },
        query: { id: file.id },
      });
  } finally {
    await queryClient.invalidateQueries({ queryKey: LIST });
  }
}
