import { MONTH } from '@deqiq/contract/shared/time/dates.ts';
import { queryOptions } from '@tanstack/react-query';
import { today } from '../../lib/format.ts';
import { listMonthDays } from '../../lib/month-days.ts';
import type { Answer, EndpointKey, Query } from './endpoint-types.ts';
import { send } from './http.ts';
import { polledList } from './query.ts';

/** The part after `/api/admin/` in the path of a list with pages. */
type ListName = {
  [Key in EndpointKey]: Key extends `GET /api/admin/${infer Name}`
    ? HasPages<Query<Key>> extends true
      ? Name
      : never
    : never;
}[EndpointKey];

type HasPages<Fields> = [Fields] extends [never]
  ? false
  : 'page' extends keyof Fields
    ? true
    : false;

type ListKey<Name extends ListName> = Extract<EndpointKey, `GET /api/admin/${Name}`>;
type List<Name extends ListName> = Answer<ListKey<Name>> & object;

/** Filters as the address of a screen names them; `day` is `today`, `week`, `month` (30 days) or a month, YYYY-MM. */
export type ListFilters = Readonly<Record<string, string>>;

const DAYS: Readonly<Record<string, number>> = { today: 1, week: 7, month: 30 };

/** Filters as the API takes them: a day is its first date in Baku; what lacks X-rays is listed by waiting time. */
function toQuery({ day, ...filters }: ListFilters): ListFilters {
  const days = DAYS[day ?? ''];
  return {
    ...filters,
    ...(filters.xrays && { order: 'oldest' }),
    ...(days && { from: today(days - 1) }),
    ...(day && MONTH.test(day) && listMonthDays(day)),
  };
}

/** A response of a list with its page number. */
export type Paged<List> = List & { page: number };

/**
 * One page of a list at `/api/admin/<name>`, polled; `requested` are its size and its search. The page rides
 * along with the rows, so that they keep their numbers while the next page loads; an unchanged answer stays the
 * object it was.
 */
export function adminList<Name extends ListName>(
  name: Name,
  page: number,
  requested: Omit<Query<ListKey<Name>>, 'page'>,
  filters: ListFilters = {},
) {
  const query = { page, ...requested, ...toQuery(filters) };
  return queryOptions({
    queryKey: ['admin', name, query],
    queryFn: async ({ signal }): Promise<Paged<List<Name>>> => {
      const path = `/api/admin/${name}`;
      return { ...(await send<List<Name>>('GET', path, undefined, { query, signal })), page };
    },
    ...polledList,
  });
}
