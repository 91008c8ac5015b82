import * as texts from '@deqiq/messages/shared/paging.js';
import * as z from 'zod';
import { LINE_MAX } from '../shared/limits.ts';
import { calendarDate, instant } from '../shared/time/dates.ts';

/** The kinds of records in the search of staff, in the order of its groups. */
const searchKinds = [
  'patients',
  'referrals',
  'partners',
  'checkups',
  'clinics',
  'doctors',
  'labs',
  'reservations',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Max entries of one group. */
export const MAX_HITS = 5;

export const searchQuery = z.object({
  q: z
    .string({ error: texts.searchMissing })
    .trim()
    .min(1, { error: texts.searchMissing })
    .max(LINE_MAX, { error: () => texts.searchTooLong({ max: LINE_MAX }) }),
});

/**
 * `name` is what was searched, of patients and referrals the patient's name; `about` tells entries of one name apart.
 * `partner` is the partner it belongs to.
 */
const searchHit = z.object({
  _id: z.string(),
  name: z.string(),
  about: z.string(),
  /** Of patients. */
  birthDate: calendarDate.optional(),
  partner: z.object({ _id: z.string(), name: z.string() }).nullable(),
  createdAt: instant,
});

/** Groups without a hit are absent. `hasMore`: the list of the group contains more. */
export const searchResults = z.object({
  groups: z.array(
    z.object({ kind: z.enum(searchKinds), hits: z.array(searchHit), hasMore: z.boolean() }),
  ),
});

export type SearchHit = z.output<typeof searchHit>;
export type SearchResults = z.output<typeof searchResults>;
