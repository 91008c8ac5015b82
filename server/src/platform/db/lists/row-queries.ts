import type { Compilable } from 'kysely';
import { readContext } from '../database-context.ts';
import type { Db } from '../tables.ts';
import { compileOnce } from './compiled-query.ts';
import type { Query } from './filter-cache.ts';
import { buildFilter } from './filters.ts';
import type { ListSource } from './row-filter.ts';
import { type RowNumbers, selectAll, selectPage } from './row-selection.ts';

/** The newest rows that a search matches, without their number; `select` joins and orders them by seq. */
export function newestQuery<Row>(
  source: ListSource,
  select: (db: Db, page: RowNumbers<'page'>) => Compilable<Row>,
): (db: Db, search: string, limit: number) => Promise<Row[]> {
  const shapes = new Map<string, Query<Row>>();
  return async (db, search, limit) => {
    const { shape, rows, values } = buildFilter(readContext(db).dialect, source, { search });
    const query = shapes.get(shape) ?? compileOnce((d, at) => select(d, selectPage(rows(at), at)));
    shapes.set(shape, query);
    return query(db, { ...values, limit, offset: 0 });
  };
}

/** The rows that a search matches; `select` orders and limits them. */
export function searchQuery<Row>(
  source: ListSource,
  select: (db: Db, found: RowNumbers<'found'>) => Compilable<Row>,
): (db: Db, search: string) => Promise<Row[]> {
  const shapes = new Map<string, Query<Row>>();
  return async (db, search) => {
    const filter = buildFilter(readContext(db).dialect, source, { search });
    const query =
      shapes.get(filter.shape) ?? compileOnce((d, at) => select(d, selectAll(filter.rows(at))));
    shapes.set(filter.shape, query);
    return query(db, filter.values);
  };
}
