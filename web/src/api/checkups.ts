import type {
  Checkup,
  CheckupList,
  checkupAnswer,
  createCheckup as createCheckupSchema,
  mergeChunks,
} from '@deqiq/contract/checkups.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import type { UploadedFile } from '@deqiq/contract/uploads.ts';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import { adminList, type ListFilters } from './http/admin-list.ts';
import { http } from './http/http.ts';
import { invalidateAfter, queryClient } from './http/query.ts';

const CHECKUPS = '/api/admin/checkups';
const LIST = ['admin', 'checkups'] as const;

type CheckupAnswer = z.output<typeof checkupAnswer>;

type Uploads = readonly UploadedFile[];

export type NewCheckup = Omit<z.input<typeof createCheckupSchema>, 'xrayFiles'> & {
  xrayFiles: Uploads;
};

/** A field that is absent keeps its value. */
export type CheckupChange = Omit<z.input<typeof mergeChunks>, 'files'> & { files: Uploads };

/** The back-office list, newest first, with the disk's two lines. */
export const checkupsQuery = (page: number, name: string, filters?: ListFilters) =>
  adminList<CheckupList>('checkups', page, { limit: PAGE_SIZE.adminCheckups, name }, filters);

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
  return invalidateAfter(LIST, http.post<CheckupAnswer>(CHECKUPS, body));
}

/** The edit call: names and particulars, and further X-ray files. */
export function changeCheckup(body: CheckupChange): Promise<CheckupAnswer> {
  return invalidateAfter(LIST, http.post<CheckupAnswer>(`${CHECKUPS}/merge-chunks`, body));
}

export function deleteCheckup(id: string): Promise<unknown> {
  return invalidateAfter(LIST, http.delete(`${CHECKUPS}/${encodeURIComponent(id)}`));
}

/** Deletes the files that the list has shown, one after another, and fetches the list once afterwards. */
export async function deleteCheckupFiles(
  id: string,
  files: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const path = `${CHECKUPS}/${encodeURIComponent(id)}/files`;
  try {
    // The id keeps a stale list from deleting another file that bears the name by now.
    for (const file of files)
      await http.delete(
        `${path}/${encodeURIComponent(file.name)}?id=${encodeURIComponent(file.id)}`,
      );
  } finally {
    await queryClient.invalidateQueries({ queryKey: LIST });
  }
}
