import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DatabaseContext } from '../database-context.ts';
import type { Db, TableName } from '../tables.ts';
import { bindOnce, compileOnce } from './compiled-query.ts';
import { buildFilter } from './filters.ts';
import type { Filter, ListSource, RowFilter } from './row-filter.ts';
import { type PageOrder, type RowNumbers, selectPage, selectRows } from './row-selection.ts';

export type Query<Row> = (db: Db, args: Record<string, unknown>) => Promise<Row[]>;

/**
 * The columns by which a list can be sorted; rows of equal values keep the order of their numbers. A large table has an
 * index of each: SQLite sorts on the only thread.
 */
export type SortColumns = Readonly<Record<string, RawBuilder<unknown>>>;

/** A query of the wide rows, whose order a sorted page replaces. */
export interface WideRows<Row> extends Compilable<Row> {
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
export interface CachedFilter<Row> extends Queries<Row> {
  readonly values: RowFilter['values'];
  /** The tables that its conditions read beside those of the list. */
  readonly tables: readonly TableName[];
  version: string;
  cachedTotal: number;
}

/** Max cached filters per list and database. */
const CACHE_SIZE = 1_000;

/** The filters of a list that are in use, per database. Filters of one shape share their queries. */
export function filterCache<Row>(
  source: ListSource,
  select: (db: Db, page: RowNumbers<'page'>) => WideRows<Row>,
  sortColumns: SortColumns,
) {
  const shapes = new Map<string, Queries<Row>>();
  const caches = new WeakMap<DatabaseContext, LRUCache<string, CachedFilter<Row>>>();

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

  return (
    context: DatabaseContext,
    filter: Filter,
    sortName: string | undefined,
  ): CachedFilter<Row> => {
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
  };
}

/** SQLite would read the whole list by an index of the column, and join the few rows of the page to it. */
const withoutIndex = (column: RawBuilder<unknown>) => sql`coalesce(${column}, ${column})`;
