import * as texts from '@deqiq/messages/shared/paging.js';
import * as z from 'zod';
import { LINE_MAX, MAX_PAGE_SIZE } from './limits.ts';
import type { ErrorText } from './text.ts';

const badPage = { error: texts.badPage };
const badLimit = { error: () => texts.badLimit({ max: MAX_PAGE_SIZE }) };

const page = z
  .string()
  .regex(/^\d{1,15}$/, badPage)
  .transform(Number)
  .pipe(z.number().int().min(1, badPage))
  .optional()
  .transform((value) => value ?? 1);

const limit = (size: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, badLimit)
    .transform(Number)
    .pipe(z.number().int().min(1, badLimit).max(MAX_PAGE_SIZE, badLimit))
    .optional()
    .transform((value) => value ?? size);

/** A search by name; absent is ''. */
export const search = z
  .string()
  .trim()
  .max(LINE_MAX, { error: () => texts.searchTooLong({ max: LINE_MAX }) })
  .optional()
  .transform((text) => text ?? '');

/** `page` counts from 1; `limit` is 1 to 100, by default `size`. */
export const pageQuery = (size: number) => z.object({ page, limit: limit(size) });

/** Like pageQuery, with a search by `name`. */
export const pageQueryByName = (size: number) => pageQuery(size).extend({ name: search });

/** Like pageQuery, with a search by `fullName`. */
export const pageQueryByFullName = (size: number) => pageQuery(size).extend({ fullName: search });

/** An optional filter; '' is the same as absent. */
export const optionalFilter = <Value extends string>(
  valid: z.ZodType<Value, Value>,
  invalid: ErrorText,
) =>
  z
    .union([valid, z.literal('')], { error: invalid })
    .optional()
    .transform((value) => value || undefined);

const day = (invalid: ErrorText) => optionalFilter(z.iso.date({ error: invalid }), invalid);

/** Only rows of this partner; none if the partner is unknown. */
export const partnerFilter = optionalFilter(z.string().regex(/^[\w-]{1,100}$/), texts.badPartner);

/** Only rows in one of these states. */
export const statusFilter = <Status extends string>(statuses: readonly Status[]) =>
  optionalFilter(z.enum(statuses), () => texts.badStatus({ statuses: statuses.join(', ') }));

/** Only rows created from the day `from` to the end of the day `to`, `YYYY-MM-DD` in Baku. */
export const dayFilters = { from: day(texts.badFrom), to: day(texts.badTo) };

/** By one of these columns, `-` before it from its end; without one the newest row is first, as with `-date`. */
export const sortBy = <const Column extends string>(columns: readonly Column[]) =>
  optionalFilter(z.enum(columns.flatMap((column) => [column, `-${column}` as const])), () =>
    texts.badSort({ columns: columns.join(', ') }),
  );

/** A search by `name` alone, for pickers. */
export const nameQuery = z.object({ name: search });

export const checkupPagination = z.object({
  currentPage: z.int(),
  totalPages: z.int(),
  totalItems: z.int(),
  itemsPerPage: z.int(),
  hasNextPage: z.boolean(),
  hasPrevPage: z.boolean(),
});

/** The paging of a list of `total` rows; an empty list has one page. */
export function pagination(page: number, limit: number, total: number) {
  const totalPages = Math.max(1, Math.ceil(total / limit));
  return {
    currentPage: page,
    totalPages,
    totalItems: total,
    itemsPerPage: limit,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1,
  };
}

/** A list's query in the server: filters and the order are optional. */
export type FilteredQuery<Query extends { page: number; limit: number }> = Pick<
  Query,
  Extract<keyof Query, 'page' | 'limit' | 'name' | 'fullName'>
> &
  Partial<Query>;
