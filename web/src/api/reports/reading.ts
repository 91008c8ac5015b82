import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { ReadingEntry } from '@deqiq/contract/reports/reading.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { checkupQuery } from '../examinations/viewed-checkup.ts';
import { adminList } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import { HttpError } from '../http/http-error.ts';
import { queryClient } from '../http/query.ts';

export const readingQuery = (page: number, name: string) =>
  adminList('reading', page, { limit: PAGE_SIZE.adminReading, name });

/** Refetches after a refusal, too: a colleague was faster. */
const refreshAfter = <T>(request: Promise<T>): Promise<T> =>
  request.finally(() => queryClient.invalidateQueries({ queryKey: ['admin', 'reading'] }));

export const takeExamination = ({ _id: id }: Pick<ReadingEntry, '_id'>) =>
  refreshAfter(call('POST /api/admin/checkups/:id/reading', { params: { id } }));

/** Takes the first examination that no colleague reads, or the reader's own again; undefined where none waits. */
export async function takeNextExamination(): Promise<ReadingEntry | undefined> {
  for (let page = 1; ; page += 1) {
    const query = { ...readingQuery(page, ''), staleTime: 0 };
    const { examinations, pagination } = await queryClient.fetchQuery(query);
    for (const entry of examinations.filter(({ reader }) => reader === null || reader.isOwn))
      if (await takeUnlessTaken(entry)) return entry;
    if (!pagination.hasNextPage) return undefined;
  }
}

/** False where a colleague was faster. */
async function takeUnlessTaken(entry: ReadingEntry): Promise<boolean> {
  try {
    await takeExamination(entry);
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) return false;
    throw error;
  }
}

export const releaseExamination = ({ _id: id }: ReadingEntry) =>
  refreshAfter(call('DELETE /api/admin/checkups/:id/reading', { params: { id } }));

/** The examination with links to its files. */
export const findExamination = ({ _id: id }: Pick<ReadingEntry, '_id'>): Promise<Checkup> =>
  queryClient.fetchQuery(checkupQuery('admin', id));
