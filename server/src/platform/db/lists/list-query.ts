import type { Compilable } from 'kysely';
import { contextOf, type DatabaseContext } from '../database-context.ts';
import type { Db } from '../tables.ts';
import { compiled } from './compiled-query.ts';
import {
  type Choice,
  chosen,
  type Filter,
  type Found,
  foundIn,
  pageOf,
  type Source,
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
interface Asked<Row> extends Queries<Row> {
  readonly values: Choice['values'];
  version: string;
  knownTotal: number;
}

/** Per list and database; searches nobody repeats push each other out. */
const MOST_ASKED = 1_000;

/**
 * A list, newest first. An inner query finds the page's rows in a narrow index, `select` joins the wide
 * rows to them by seq: a deep page then costs what its rows cost, and one behind the middle is counted off
 * from the end. The total is counted once per filter and table version.
 */
export function listing<Row>(
  source: Source,
  select: (db: Db, page: Found<'page'>) => Compilable<Row>,
): (db: Db, request: PageRequest, filter?: Filter) => Promise<Page<Row>> {
  const shapes = new Map<string, Queries<Row>>();
  const asked = new WeakMap<DatabaseContext, Map<string, Asked<Row>>>();
  const tables = 'searchedBy' in source ? [source.table, source.searchedBy] : [source.table];
  const versionOf = ({ versions }: DatabaseContext) => versions.of(...tables);

  function queriesFor(choice: Choice): Queries<Row> {
    const queries = shapes.get(choice.shape) ?? {
      fromNewest: compiled((db, slot) => select(db, pageOf(choice.rows(slot), slot))),
      fromOldest: compiled((db, slot) => select(db, pageOf(choice.rows(slot), slot, 'oldest'))),
      total: compiled((db, slot) => ({ compile: () => choice.total(slot).compile(db) })),
    };
    shapes.set(choice.shape, queries);
    return queries;
  }

  function askedFor(context: DatabaseContext, filter: Filter): Asked<Row> {
    const known = asked.get(context) ?? new Map<string, Asked<Row>>();
    asked.set(context, known);
    const { owner, search, status, from, before: until } = filter;
    const key = [owner, status, from, until, search].map((part) => part ?? '').join('\0');
    const before = known.get(key);
    if (before) return before;
    const choice = chosen(context.dialect, source, filter);
    const now = { ...queriesFor(choice), values: choice.values, version: '', knownTotal: 0 };
    if (known.size >= MOST_ASKED) known.delete(known.keys().next().value ?? '');
    known.set(key, now);
    return now;
  }

  async function counted(db: Db, query: Asked<Row>): Promise<number> {
    const [row] = await query.total(db, query.values);
    return row?.total ?? 0;
  }

  async function totalFor(db: Db, query: Asked<Row>, context: DatabaseContext): Promise<number> {
    const version = versionOf(context);
    const total = await counted(db, query);
    query.version = version;
    query.knownTotal = total;
    return total;
  }

  return async (db, { page, limit }, filter = {}) => {
    const context = contextOf(db);
    const query = askedFor(context, filter);
    let total = query.knownTotal;
    // A transaction's own writes have no version yet.
    if (db.isTransaction) total = await counted(db, query);
    else if (query.version !== versionOf(context)) total = await totalFor(db, query, context);
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
export function searching<Row>(
  source: Source,
  select: (db: Db, found: Found<'found'>) => Compilable<Row>,
): (db: Db, search: string) => Promise<Row[]> {
  const shapes = new Map<string, Query<Row>>();
  return async (db, search) => {
    const choice = chosen(contextOf(db).dialect, source, { search });
    const query =
      shapes.get(choice.shape) ?? compiled((d, slot) => select(d, foundIn(choice.rows(slot))));
    shapes.set(choice.shape, query);
    return query(db, choice.values);
  };
}
