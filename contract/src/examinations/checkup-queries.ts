import * as z from 'zod';
import { PAGE_SIZE } from '../shared/limits.ts';
import {
  dayFilters,
  type FilteredQuery,
  optionalFilter,
  pageQueryByName,
  partnerFilter,
  partnerPageQueryByName,
  statusFilter,
} from '../shared/paging.ts';
import { checkupMessages, checkupStatuses } from './checkups.ts';

// Apart from the checkups: pages that show one need no schema of the queries.

/**
 * Filters are optional and apply together with the search. `xrays=none`: no X-ray files yet; without a status these
 * are the pending ones. `order=oldest`: the longest waiting first.
 */
export const checkupQuery = pageQueryByName(PAGE_SIZE.adminCheckups).extend({
  partner: partnerFilter,
  status: statusFilter(checkupStatuses),
  ...dayFilters,
  xrays: optionalFilter(z.literal('none'), 'xrays must be none'),
  order: optionalFilter(z.literal('oldest'), 'order must be oldest'),
});

/** Filters are optional and apply together. `unseen=true`: results that the partner has not opened. */
export const ownCheckupQuery = partnerPageQueryByName(PAGE_SIZE.partnerCheckups).extend({
  status: optionalFilter(z.enum(checkupStatuses), checkupMessages.badStatus),
  unseen: optionalFilter(z.literal('true'), 'unseen yalnız true ola bilər'),
});

export type CheckupQuery = FilteredQuery<z.output<typeof checkupQuery>>;
export type OwnCheckupQuery = FilteredQuery<z.output<typeof ownCheckupQuery>>;
