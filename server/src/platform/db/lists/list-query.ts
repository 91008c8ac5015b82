import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type DatabaseContext, readContext } from '../database-context.ts';
import type { Db, TableName } from '../tables.ts';
import { bindOnce, compileOnce } from './compiled-query.ts';
import { buildFilter } from './filters.ts';
import type { Filter, ListSource, Placeholder, RowFilter } from './row-filter.ts';
import { type PageOrder, type RowNumbers, selectPage, selectRows } from './row-selection.ts';

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

export type Query<Row> = (db: Db, args: Record<string, unknown>) => Promise<Row[]>;

/**
 * The columns by which a list can be sorted; rows of equal values keep the order of their numbers. A large table has an
 * index of each: SQLite sorts on the only thread.
 */
export type SortColumns = Readonly<Record<string, RawBuilder<unknown>>>;

/** A query of the wide rows, whose order a sorted page replaces. */
interface WideRows<Row> extends Compilable<Row> {
  clearOrderBy(): WideRows<Row>;
  orderBy(column: RawBuilder<unknown>, direction: 'asc' | 'desc'): WideRows<Row>;
}

interface Queries<Row> {
  readonly fromNewest: Query<Row>;
  readonly fromOldest: Query<Row>;
  readonly total: Query<{ total: number }>;
  /** All rows, for filters that are slow to count. */
  readonly all?: (db: Db, args: Record<string, unknown>) => CompiledQuery;
}

/** A filter in use: its compiled queries, and its row count at a version of the table. */
interface CachedFilter<Row> extends Queries<Row> {
  readonly values: RowFilter['values'];
  /** The tables that its conditions read beside those of the list. */
  readonly tables: readonly TableName[];
  version: string;
  cachedTotal: number;
}

/** Max cached filters per list and database. */
const CACHE_SIZE = 1_000;

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
  const shapes = new Map<string, Queries<Row>>();
  const caches = new WeakMap<DatabaseContext, LRUCache<string, CachedFilter<Row>>>();
  const ownTables = 'searchedBy' in source ? [source.table, source.searchedBy] : [source.table];
  const currentVersion = ({ versions }: DatabaseContext, { tables }: CachedFilter<Row>) =>
    versions.of(...ownTables, ...tables);

  function queriesFor(filter: RowFilter, sortName: string | undefined): Queries<Row> {
    const { rows, total, isSlowToCount } = filter;
    const shape = `${filter.shape} ${sortName}`;
    const by = sortName === undefined ? undefined : sortColumns[sortName];
    const page = (direction: PageOrder['direction']) =>
      compileOnce<Record<string, unknown>, Row>((db, at) => {
        const found = select(db, selectPage(rows(at), at, { by, direction }));
        return by
          ? found
              .clearOrderBy()
              .orderBy(withoutIndex(by), 'desc')
              .orderBy(sql.ref('page.seq'), 'desc')
          : found;
      });
    const queries = shapes.get(shape) ?? {
      fromNewest: page('desc'),
      fromOldest: page('asc'),
      total: compileOnce((db, at) => ({ compile: () => total(at).compile(db) })),
      ...(isSlowToCount && { all: bindOnce((db, at) => selectRows(db, rows(at))) }),
    };
    shapes.set(shape, queries);
    return queries;
  }

  function cachedFilter(
    context: DatabaseContext,
    filter: Filter,
    sortName: string | undefined,
  ): CachedFilter<Row> {
    const cache =
      caches.get(context) ?? new LRUCache<string, CachedFilter<Row>>({ max: CACHE_SIZE });
    caches.set(context, cache);
    const { owner, search, status, from, before, conditions = [] } = filter;
    const names = conditions
      .flatMap(({ name, values = {} }) => [name, ...Object.values(values)])
      .join(' ');
    const key = [sortName, owner, status, from, before, names, search]
      .map((part) => part ?? '')
      .join('\0');
    const existing = cache.get(key);
    if (existing) return existing;
    const rowFilter = buildFilter(context.dialect, source, filter);
    const { values } = rowFilter;
    const tables = conditions.flatMap((condition) => condition.tables);
    const created = {
      ...queriesFor(rowFilter, sortName),
      values,
      tables,
      version: '',
      cachedTotal: 0,
    };
    cache.set(key, created);
    return created;
  }

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

/** SQLite would read the whole list by an index of the column, and join the few rows of the page to it. */
const withoutIndex = (column: RawBuilder<unknown>) => sql`coalesce(${column}, ${column})`;

/** By a column, its first values come first, which is the reverse of the newest row first. */
export function readSort(sort: string | undefined, isOldestFirst = false) {
  const name = sort?.replace(/^-/, '');
  if (!name) return { sortName: undefined, isReversed: isOldestFirst };
  return { sortName: name === 'date' ? undefined : name, isReversed: !sort?.startsWith('-') };
}
