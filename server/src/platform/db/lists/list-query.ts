import { sql } from 'kysely';
import { type DatabaseContext, readContext } from '../database-context.ts';
import type { Db } from '../tables.ts';
import { type CachedFilter, filterCache, type SortColumns, type WideRows } from './filter-cache.ts';
import type { Filter, ListSource, Placeholder } from './row-filter.ts';
import type { RowNumbers } from './row-selection.ts';

/** Only these rows of a list. */
export interface Selection {
  readonly ids?: ReadonlySet<string> | undefined;
}

export interface PageRequest extends Selection {
  /** Counts from 1. */
  readonly page: number;
  readonly limit: number;
  /** The oldest row first; by default the newest. */
  readonly isOldestFirst?: boolean;
  /** A column of the list, `-` before it from its end; `date` is the order of the rows themselves. */
  readonly sort?: string | undefined;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/**
 * A list, newest first. An inner query finds the row numbers of a page in a narrow index; `select` joins the
 * wide rows to them by seq. A deep page then costs only its own rows, and a page behind the middle is read
 * from the oldest row. The total is counted once per filter and table version.
 *
 * Example: GET /api/admin/payments?name=Əliyeva&page=3 with 20 rows a page. First, unless it is cached, the
 * total, the same on SQLite and PostgreSQL:
 *
 *     select count(*) as total from "payments" where "payments"."partner_id" in (
 *       select partners.id from partners where "partners"."name_key" like '%eliyeva%' escape '\')
 *
 * Then the page, here with two of its columns (`order by … asc` behind the middle):
 *
 *     select "payments"."id", "partners"."first_name" from (
 *       select "payments"."seq" as seq from "payments" where "payments"."partner_id" in (
 *         select partners.id from partners where "partners"."name_key" like '%eliyeva%' escape '\')
 *       order by "payments"."seq" desc limit 20 offset 40) as "page"
 *     inner join "payments" on "payments"."seq" = "page"."seq"
 *     inner join "partners" on "partners"."id" = "payments"."partner_id"
 *     order by "page"."seq" desc
 *
 * Tables with names of their own, such as checkups, differ. On PostgreSQL the inner query reads a trigram index
 * of name_key:
 *
 *     select "checkups"."seq" as seq from "checkups" where "checkups"."name_key" like '%eliyeva%' escape '\'
 *     order by "checkups"."seq" desc limit 20 offset 40
 *
 * On SQLite it reads an FTS5 index of trigrams, and checks the whole word in the table:
 *
 *     select "checkups_search".rowid as seq from "checkups_search"
 *     cross join "checkups" on "checkups"."seq" = "checkups_search".rowid
 *     where "checkups_search" match '"eli" AND "liy" AND "yev" AND "eva"'
 *       and instr("checkups"."name_key", 'eliyeva') > 0
 *     order by "checkups_search".rowid desc limit 20 offset 40
 */
export function pagedQuery<Row>(
  source: ListSource,
  select: (db: Db, page: RowNumbers<'page'>) => WideRows<Row>,
  sortColumns: SortColumns = {},
): (db: Db, request: PageRequest, filter?: Filter) => Promise<Page<Row>> {
  const cachedFilter = filterCache(source, select, sortColumns);
  const ownTables = 'searchedBy' in source ? [source.table, source.searchedBy] : [source.table];
  const currentVersion = ({ versions }: DatabaseContext, { tables }: CachedFilter<Row>) =>
    versions.of(...ownTables, ...tables);

  async function countRows(db: Db, query: CachedFilter<Row>): Promise<number> {
    const [row] = await query.total(db, query.values);
    return row?.total ?? 0;
  }

  async function refreshTotal(
    db: Db,
    query: CachedFilter<Row>,
    context: DatabaseContext,
  ): Promise<number> {
    const version = currentVersion(context, query);
    const total =
      query.all && context.countRows
        ? await context.countRows(query.all(db, query.values))
        : await countRows(db, query);
    query.version = version;
    query.cachedTotal = total;
    return total;
  }

  return async (db, { page, limit, sort, ids, isOldestFirst = false }, all = {}) => {
    const { sortName, isReversed } = readSort(sort, isOldestFirst);
    const context = readContext(db);
    const filter = ids ? selectIds(source, context, all, ids) : all;
    const query = cachedFilter(context, filter, sortName);
    let total = query.cachedTotal;
    // A transaction's own writes have no version yet.
    if (db.isTransaction) total = await countRows(db, query);
    else if (query.version !== currentVersion(context, query))
      total = await refreshTotal(db, query, context);
    const offset = (page - 1) * limit;
    if (offset >= total) return { rows: [], total };
    const [near, far] = isReversed
      ? [query.fromOldest, query.fromNewest]
      : [query.fromNewest, query.fromOldest];
    const end = Math.min(offset + limit, total);
    const fromEnd = { limit: end - offset, offset: total - end };
    const rows =
      offset <= total / 2
        ? await near(db, { ...query.values, limit, offset })
        : await far(db, { ...query.values, ...fromEnd });
    // Both queries return the newest row, or the last of the sorted column, first.
    return { rows: isReversed ? rows.reverse() : rows, total };
  };
}

function selectIds(
  { table }: ListSource,
  { dialect }: DatabaseContext,
  filter: Filter,
  ids: ReadonlySet<string>,
): Filter {
  const id = sql.ref(`${table}.id`);
  // One parameter: the query is the same for any number.
  const selected = {
    name: 'ids',
    tables: [],
    values: { ids: JSON.stringify([...ids]) },
    sql: (at: Placeholder) =>
      dialect === 'sqlite'
        ? sql<boolean>`${id} in (select value from json_each(${at('ids')}))`
        : sql<boolean>`${id} in (select jsonb_array_elements_text(${at('ids')}::jsonb))`,
  };
  return { ...filter, conditions: [...(filter.conditions ?? []), selected] };
}

/** By a column, its first values come first, which is the reverse of the newest row first. */
export function readSort(sort: string | undefined, isOldestFirst = false) {
  const name = sort?.replace(/^-/, '');
  if (!name) return { sortName: undefined, isReversed: isOldestFirst };
  return { sortName: name === 'date' ? undefined : name, isReversed: !sort?.startsWith('-') };
}
