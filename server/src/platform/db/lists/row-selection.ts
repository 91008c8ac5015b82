import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { Db } from '../tables.ts';
import { byLike } from './name-search.ts';
import type {
  ListSource,
  NamesTable,
  Placeholder,
  RowSource,
  UncountedFilter,
} from './row-filter.ts';

export const allRows = (table: ListSource['table']): UncountedFilter => ({
  shape: 'all',
  values: {},
  rows: () => ({ from: sql.table(table), seq: sql.ref<number>(`${table}.seq`), where: [] }),
});

/** An inner query of row numbers, to be joined to the table by seq. */
export type RowNumbers<Alias extends string> = AliasedRawBuilder<{ seq: number }, Alias>;

export const countRows = ({ from, where }: RowSource): RawBuilder<{ total: number }> =>
  sql<{ total: number }>`select count(*) as total from ${from}${conditions(where)}`;

/** The total of all rows without the exceptions among them. */
export const countExcept = (
  total: RawBuilder<{ total: number }>,
  exceptions: RowSource,
): RawBuilder<{ total: number }> =>
  sql<{ total: number }>`select (${total}) - (${countRows(exceptions)}) as total`;

export function sumHolders(
  names: NamesTable,
  patterns: readonly string[],
  placeholder: Placeholder,
) {
  const where = conditions(byLike(names, patterns).rows(placeholder).where);
  return sql<{ total: number }>`select coalesce(sum(holders), 0) as total
    from ${sql.table(names)}${where}`;
}

/** By a column and then the row numbers, or by these alone. */
export interface PageOrder {
  readonly by?: RawBuilder<unknown> | undefined;
  readonly direction: 'asc' | 'desc';
}

/** One page of the rows. `offset` counts from the newest row, or from the oldest where the direction is `asc`. */
export const selectPage = (
  { from, seq, where }: RowSource,
  placeholder: Placeholder,
  { by, direction }: PageOrder = { direction: 'desc' },
): RowNumbers<'page'> => {
  const order = direction === 'desc' ? sql`desc` : sql`asc`;
  const first = by ? sql`${by} ${order}, ` : sql``;
  return sql<{ seq: number }>`(select ${seq} as seq from ${from}${conditions(where)}
    order by ${first}${seq} ${order} limit ${placeholder('limit')} offset ${placeholder('offset')})`.as(
    'page',
  );
};

/** The same as a whole query. */
export const selectRows = (db: Db, { from, seq, where }: RowSource) => ({
  compile: () =>
    sql<{ seq: number }>`select ${seq} as seq from ${from}${conditions(where)}`.compile(db),
});

/** All row numbers, unordered. */
export const selectAll = ({ from, seq, where }: RowSource): RowNumbers<'found'> =>
  sql<{ seq: number }>`(select ${seq} as seq from ${from}${conditions(where)})`.as('found');

export const conditions = (where: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  where.length > 0 ? sql` where ${sql.join(where, sql` and `)}` : sql``;
