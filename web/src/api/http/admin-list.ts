import { queryOptions } from '@tanstack/react-query';
import { today } from '../../lib/format.ts';
import { http } from './http.ts';
import { polledList } from './query.ts';

/** Rows per page, and the search under this list's parameter name. */
type PageRequest = { limit: number } & ({ name: string } | { fullName: string });

/** Filters as the address of a screen names them; `day` is `today`, `week` or `month`. */
export type ListFilters = Readonly<Record<string, string>>;

const DAYS: Readonly<Record<string, number>> = { today: 1, week: 7, month: 30 };

/** The filters as the API takes them: a day becomes its first date in Baku. */
function queryOf({ day, ...filters }: ListFilters): ListFilters {
  const days = DAYS[day ?? ''];
  return days ? { ...filters, from: today(days - 1) } : filters;
}

/** A list's answer with the page it is of. */
export type Paged<List> = List & { page: number };

/**
 * One page of a list at `/api/admin/<resource>`, polled. The page rides along with the rows, so that they
 * keep their numbers while the next page loads; an unchanged answer stays the object it was.
 */
export function adminList<List extends object>(
  resource: string,
  page: number,
  requested: PageRequest,
  filters: ListFilters = {},
) {
  const query = { page, ...requested, ...queryOf(filters) };
  return queryOptions({
    queryKey: ['admin', resource, query],
    queryFn: async ({ signal }): Promise<Paged<List>> => {
      return { ...(await http.get<List>(`/api/admin/${resource}`, { query, signal })), page };
    },
    ...polledList,
  });
}
