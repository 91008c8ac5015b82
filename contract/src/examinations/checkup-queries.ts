import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as z from 'zod';
import { PAGE_SIZE } from '../shared/limits.ts';
import {
  dayFilters,
  type FilteredQuery,
  optionalFilter,
  pageQueryByName,
  partnerFilter,
  sortBy,
  statusFilter,
} from '../shared/paging.ts';
import { MONTH } from '../shared/time/dates.ts';
import { checkupStatuses } from './checkups.ts';

// Apart from the checkups: pages that show one need no schema of the queries.

const ready = optionalFilter(
  z.union([z.string().regex(MONTH), z.iso.date()]),
  checkupMessages.badReady,
);

/**
 * Filters are optional and apply together with the search. `xrays=none`: no X-ray files yet; without a status these
 * are the pending ones. `referral=none`: of these, pictures of partners that became no referral.
 * `order=oldest`: the longest waiting first. `ready`: results that became ready in this month (YYYY-MM) or on this day, with `weekday`
 * on this day of the week (1 is Monday), with `opened=none` those that their partner has not opened.
 */
export const checkupQuery = pageQueryByName(PAGE_SIZE.adminCheckups).extend({
  sort: sortBy(['name', 'date']),
  partner: partnerFilter,
  status: statusFilter(checkupStatuses),
  ...dayFilters,
  xrays: optionalFilter(z.literal('none'), checkupMessages.badXrays),
  referral: optionalFilter(z.literal('none'), checkupMessages.badReferral),
  order: optionalFilter(z.literal('oldest'), checkupMessages.badOrder),
  ready,
  weekday: optionalFilter(z.enum(['1', '2', '3', '4', '5', '6', '7']), checkupMessages.badWeekday),
  opened: optionalFilter(z.literal('none'), checkupMessages.badOpened),
});

/**
 * Filters are optional and apply together. `unseen=true`: results that the partner has not opened. `ready`: results that
 * became ready in this month (YYYY-MM) or on this day.
 */
export const ownCheckupQuery = pageQueryByName(PAGE_SIZE.partnerCheckups).extend({
  ...dayFilters,
  status: optionalFilter(z.enum(checkupStatuses), checkupMessages.badStatus),
  unseen: optionalFilter(z.literal('true'), checkupMessages.badUnseen),
  ready,
});

export type CheckupQuery = FilteredQuery<z.output<typeof checkupQuery>>;
export type OwnCheckupQuery = FilteredQuery<z.output<typeof ownCheckupQuery>>;
