import type { Compilable, Kysely } from 'kysely';
import {
  type Choice,
  chosen,
  type Filter,
  type Found,
  foundIn,
  pageOf,
  type Source,
  totalOf,
} from './choice.ts';
import { compiled } from './compiled.ts';
import { contextOf } from './context.ts';
import type { Tables } from './tables.ts';
import { knownTotal } from './totals.ts';

export interface PageRequest {
  /** Counts from 1. */
  readonly page: number;
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

type Db = Kysely<Tables>;
type Args = Record<string, unknown>;
type Query<Row> = (db: Db, args: Args) => Promise<Row[]>;

/**
 * A list, newest first. An inner query finds the page's rows in a narrow index, `select` joins the wide
 * rows to them by seq: a deep page then costs what its rows cost.
 */
export function listing<Row>(
  source: Source,
  select: (db: Db, page: Found<'page'>) => Compilable<Row>,
): (db: Db, request: PageRequest, filter?: Filter) => Promise<Page<Row>> {
  const queryFor = perShape((choice) => ({
    rows: compiled<Args, Row>((db, slot) => select(db, pageOf(choice.rows(slot), slot))),
    total: compiled<Args, { total: number }>((db, slot) => ({
      compile: () => totalOf(choice.rows(slot)).compile(db),
    })),
  }));
  return async (db, { page, limit }, filter = {}) => {
    const choice = chosen(contextOf(db).dialect, source, filter);
    const query = queryFor(choice);
    const total = await knownTotal(db, source.table, choice, async () => {
      const [counted] = await query.total(db, choice.values);
      return counted?.total ?? 0;
    });
    const offset = (page - 1) * limit;
    const rows = offset < total ? await query.rows(db, { ...choice.values, limit, offset }) : [];
    return { rows, total };
  };
}

/** The rows a search finds, in whatever order and number `select` gives them. */
export function searching<Row>(
  source: Source,
  select: (db: Db, found: Found<'found'>) => Compilable<Row>,
): (db: Db, search: string) => Promise<Row[]> {
  const queryFor = perShape<Query<Row>>((choice) =>
    compiled((db, slot) => select(db, foundIn(choice.rows(slot)))),
  );
  return async (db, search) => {
    const choice = chosen(contextOf(db).dialect, source, { search });
    return queryFor(choice)(db, choice.values);
  };
}

function perShape<Made>(make: (choice: Choice) => Made): (choice: Choice) => Made {
  const made = new Map<string, Made>();
  return (choice) => {
    let one = made.get(choice.shape);
    if (one === undefined) {
      one = make(choice);
      made.set(choice.shape, one);
    }
    return one;
  };
}
