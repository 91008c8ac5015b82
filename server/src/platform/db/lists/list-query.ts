import type { Compilable } from 'kysely';
import { contextOf, type DatabaseContext } from '../database-context.ts';
import type { Db } from '../tables.ts';
import { compileOnce } from './compiled-query.ts';
import {
  buildFilter,
  type Filter,
  type ListSource,
  type RowFilter,
  type RowNumbers,
  selectAll,
  selectPage,
} from './filters.ts';

export interface PageRequest {
  /** Counts from 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

type Query<Row> = (db: Db, args: Record<string, unknown>) => Promise<Row[]>;

interface Queries<Row> {
  readonly fromNewest: Query<Row>;
  readonly fromOldest: Query<Row>;
  readonly total: Query<{ total: number }>;
}

/** A filter somebody uses: how it is answered, and its total as of a version of the table. */
interface CachedFilter<Row> extends Queries<Row> {
  readonly values: RowFilter['values'];
  version: string;
  cachedTotal: number;
}

/** Per list and database; searches nobody repeats push each other out. */
const CACHE_SIZE = 1_000;

/**
 * A list, newest first. An inner query finds the page's rows in a narrow index, `select` joins the wide
 * rows to them by seq: a deep page then costs what its rows cost, and one behind the middle is counted off
 * from the end. The total is counted once per filter and table version.
 */
export function pagedQuery<Row>(
  source: ListSource,
  select: (db: Db, page: RowNumbers<'page'>) => Compilable<Row>,
): (db: Db, request: PageRequest, filter?: Filter) => Promise<Page<Row>> {
  const shapes = new Map<string, Queries<Row>>();
  const asked = new WeakMap<DatabaseContext, Map<string, CachedFilter<Row>>>();
  const tables = 'searchedBy' in source ? [source.table, source.searchedBy] : [source.table];
  const versionOf = ({ versions }: DatabaseContext) => versions.of(...tables);

  function queriesFor(choice: RowFilter): Queries<Row> {
    const queries = shapes.get(choice.shape) ?? {
      fromNewest: compileOnce((db, slot) => select(db, selectPage(choice.rows(slot), slot))),
      fromOldest: compileOnce((db, slot) =>
        select(db, selectPage(choice.rows(slot), slot, 'oldest')),
      ),
      total: compileOnce((db, slot) => ({ compile: () => choice.total(slot).compile(db) })),
    };
    shapes.set(choice.shape, queries);
    return queries;
  }

  function cachedFilter(context: DatabaseContext, filter: Filter): CachedFilter<Row> {
    const known = asked.get(context) ?? new Map<string, CachedFilter<Row>>();
    asked.set(context, known);
    const { owner, search, status, from, before: until } = filter;
    const key = [owner, status, from, until, search].map((part) => part ?? '').join('\0');
    const before = known.get(key);
    if (before) return before;
    const choice = buildFilter(context.dialect, source, filter);
    const now = { ...queriesFor(choice), values: choice.values, version: '', cachedTotal: 0 };
    if (known.size >= CACHE_SIZE) known.delete(known.keys().next().value ?? '');
    known.set(key, now);
    return now;
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
    const version = versionOf(context);
    const total = await countRows(db, query);
    query.version = version;
    query.cachedTotal = total;
    return total;
  }

  return async (db, { page, limit }, filter = {}) => {
    const context = contextOf(db);
    const query = cachedFilter(context, filter);
    let total = query.cachedTotal;
    // A transaction's own writes have no version yet.
    if (db.isTransaction) total = await countRows(db, query);
    else if (query.version !== versionOf(context)) total = await refreshTotal(db, query, context);
    const offset = (page - 1) * limit;
    if (offset >= total) return { rows: [], total };
    if (offset <= total / 2)
      return { rows: await query.fromNewest(db, { ...query.values, limit, offset }), total };
    const end = Math.min(offset + limit, total);
    const place = { limit: end - offset, offset: total - end };
    return { rows: await query.fromOldest(db, { ...query.values, ...place }), total };
  };
}

/** The rows a search finds, in whatever order and number `select` gives them. */
export function searchQuery<Row>(
  source: ListSource,
  select: (db: Db, found: RowNumbers<'found'>) => Compilable<Row>,
): (db: Db, search: string) => Promise<Row[]> {
  const shapes = new Map<string, Query<Row>>();
  return async (db, search) => {
    const choice = buildFilter(contextOf(db).dialect, source, { search });
    const query =
      shapes.get(choice.shape) ?? compileOnce((d, slot) => select(d, selectAll(choice.rows(slot))));
    shapes.set(choice.shape, query);
    return query(db, choice.values);
  };
}
