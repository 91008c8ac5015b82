import * as z from 'zod';
import { LINE_MAX, MAX_PAGE_SIZE } from './limits.ts';

const wholeNumber = (invalid: string) => z.string().regex(/^\d{1,15}$/, invalid);

const page = (invalid: string) =>
  wholeNumber(invalid)
    .transform(Number)
    .pipe(z.number().int().min(1, invalid))
    .optional()
    .transform((value) => value ?? 1);

const limit = (size: number, invalid: string) =>
  wholeNumber(invalid)
    .transform(Number)
    .pipe(z.number().int().min(1, invalid).max(MAX_PAGE_SIZE, invalid))
    .optional()
    .transform((value) => value ?? size);

const searchText = (invalid: string) =>
  z
    .string()
    .trim()
    .max(LINE_MAX, invalid)
    .optional()
    .transform((text) => text ?? '');

/** A search by name for staff; absent is ''. */
export const search = searchText(`A search has at most ${LINE_MAX} characters`);

const INVALID_PAGE = 'The page must be a whole number from 1';
const INVALID_LIMIT = `The limit must be a whole number from 1 to ${MAX_PAGE_SIZE}`;

const PARTNER_INVALID_PAGE = 'Səhifənin nömrəsi 1-dən başlayan tam ədəd olmalıdır';
const PARTNER_INVALID_LIMIT = `Səhifədəki sətirlərin sayı 1-dən ${MAX_PAGE_SIZE}-ə qədər tam ədəd olmalıdır`;
const PARTNER_INVALID_SEARCH = `Axtarış ən çox ${LINE_MAX} simvol ola bilər`;
const PARTNER_INVALID_DAY = 'Tarix belə yazılmalıdır: 2026-11-20';

/** `page` counts from 1; `limit` is 1 to 100, by default `size`. */
export const pageQuery = (size: number) =>
  z.object({ page: page(INVALID_PAGE), limit: limit(size, INVALID_LIMIT) });

/** Like pageQuery, for lists of the partner area. */
export const partnerPageQuery = (size: number) =>
  z.object({ page: page(PARTNER_INVALID_PAGE), limit: limit(size, PARTNER_INVALID_LIMIT) });

/** Like partnerPageQuery, with a search by `name` and days of creation. */
export const partnerPageQueryByName = (size: number) =>
  partnerPageQuery(size).extend({
    name: searchText(PARTNER_INVALID_SEARCH),
    from: day(PARTNER_INVALID_DAY),
    to: day(PARTNER_INVALID_DAY),
  });

/** Like pageQuery, with a search by `name`. */
export const pageQueryByName = (size: number) => pageQuery(size).extend({ name: search });

/** Like pageQuery, with a search by `fullName`. */
export const pageQueryByFullName = (size: number) => pageQuery(size).extend({ fullName: search });

/** An optional filter; '' is the same as absent. */
export const optionalFilter = <Value extends string>(
  valid: z.ZodType<Value, Value>,
  invalid: string,
) =>
  z
    .union([valid, z.literal('')], { error: invalid })
    .optional()
    .transform((value) => value || undefined);

const day = (invalid: string) => optionalFilter(z.iso.date(invalid), invalid);

/** Only rows of this partner; none if the partner is unknown. */
export const partnerFilter = optionalFilter(
  z.string().regex(/^[\w-]{1,100}$/),
  'The partner must be an id',
);

/** Only rows in one of these states. */
export const statusFilter = <Status extends string>(statuses: readonly Status[]) =>
  optionalFilter(z.enum(statuses), `The status must be one of: ${statuses.join(', ')}`);

/** Only rows created from the day `from` to the end of the day `to`, `YYYY-MM-DD` in Baku. */
export const dayFilters = {
  from: day('from must be a date such as 2026-11-20'),
  to: day('to must be a date such as 2026-11-20'),
};

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

/** A list's query in the server: filters are optional. */
export type FilteredQuery<Query extends { page: number; limit: number; name: string }> = Pick<
  Query,
  'page' | 'limit' | 'name'
> &
  Partial<Query>;
