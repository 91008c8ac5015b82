import { queryOptions } from '@tanstack/react-query';
import { http } from './http.ts';
import { polledList } from './query.ts';

/** Rows a page and what is searched for, under the name this list's search has. */
type Asked = { limit: number } & ({ name: string } | { fullName: string });

/** A list's answer with the page it is of. */
export type Paged<List> = List & { page: number };

/**
 * One page of a list at `/api/admin/<resource>`, polled. The page rides along with the rows, so that they
 * keep their numbers while the next page loads; an unchanged answer stays the object it was.
 */
export function adminList<List extends object>(resource: string, page: number, asked: Asked) {
  return queryOptions({
    queryKey: ['admin', resource, { page, ...asked }],
    queryFn: async ({ signal }): Promise<Paged<List>> => {
      const query = { page, ...asked };
      return { ...(await http.get<List>(`/api/admin/${resource}`, { query, signal })), page };
    },
    ...polledList,
  });
}
