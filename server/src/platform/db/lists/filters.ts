import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { byLike, searchByName, searchPatterns } from './name-search.ts';

/** Tables with a name_key; on SQLite each has its `<table>_search` trigram index beside it. */
export type SearchedTable = {
  [Table in keyof Tables]: 'name_key' extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

/** What a list is of. */
export type ListSource = NamedSource | PartnersSource;

/** A table, the column of its owner, and whether deleted rows stay in the table. */
interface NamedSource {
  readonly table: SearchedTable;
  readonly owner?: string;
  readonly retainsDeleted?: boolean;
  /** On PostgreSQL, the table that says how many rows each name has: adding these up is the total. */
  readonly names?: NamesTable;
}

export type NamesTable = 'checkup_names';

/** A table without names: its rows are found by the name of the partner they belong to. */
interface PartnersSource {
  readonly table: 'payments' | 'reports';
  readonly owner: 'partner_id';
  readonly searchedBy: 'partners';
}

export interface Filter {
  /** What a person typed; '' shows every row. */
  readonly search?: string;
  /** Only rows of this owner. */
  readonly owner?: string | undefined;
  /** Only rows in this state. */
  readonly status?: string | undefined;
  /** Only rows made at or after this instant, and before that one. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

export type Placeholder = (name: string) => RawBuilder<unknown>;

/** Rows as parts of a query: where they come from, their order column, which of them. */
export interface RowSource {
  readonly from: RawBuilder<unknown>;
  readonly seq: RawBuilder<number>;
  readonly where: readonly RawBuilder<unknown>[];
}

/** Which rows, as a query of a certain shape and its values. Equal shapes make equal queries. */
export interface RowFilter {
  readonly shape: string;
  readonly values: Readonly<Record<string, string>>;
  rows(slot: Placeholder): RowSource;
  /** How many rows there are. */
  total(slot: Placeholder): RawBuilder<{ total: number }>;
}

/** A choice without its total, which is counted off the rows unless somebody knows it cheaper. */
export type UncountedFilter = Omit<RowFilter, 'total'>;

/** The rows of a list that a filter leaves. */
export function buildFilter(dialect: DialectName, source: ListSource, filter: Filter): RowFilter {
  const { table } = source;
  const patterns = searchPatterns(filter.search ?? '');
  const conditions = filterConditions(dialect, source, filter);
  const isFiltered = conditions.length > 0;
  const base =
    patterns.length > 0 ? matchNames(dialect, source, patterns, isFiltered) : allRows(table);
  // SQLite's trigram index holds no deleted rows.
  const retainsDeleted = 'retainsDeleted' in source && source.retainsDeleted;
  const hides = retainsDeleted && (patterns.length === 0 || dialect === 'postgres');
  const rows = (slot: Placeholder): RowSource => {
    const all = base.rows(slot);
    const where = [...all.where];
    if (hides) where.unshift(sql`${sql.ref(`${table}.deleted_at`)} is null`);
    return { ...all, where: [...conditions.map(({ sql: build }) => build(slot)), ...where] };
  };
  const names =
    'names' in source && dialect === 'postgres' && !isFiltered ? source.names : undefined;
  return {
    shape: [base.shape, ...conditions.map(({ name }) => name)].join(' '),
    values: {
      ...base.values,
      ...Object.fromEntries(conditions.map(({ name, value }) => [name, value])),
    },
    rows,
    total: (slot) => (names ? sumHolders(names, patterns, slot) : countRows(rows(slot))),
  };
}

const matchNames = (
  dialect: DialectName,
  source: ListSource,
  patterns: readonly string[],
  isFiltered: boolean,
): UncountedFilter =>
  'searchedBy' in source
    ? byPartnerName(source, patterns)
    : searchByName(dialect, source.table, patterns, isFiltered);

interface Condition {
  readonly name: 'owner' | 'status' | 'from' | 'before';
  readonly value: string;
  readonly sql: (slot: Placeholder) => RawBuilder<unknown>;
}

/**
 * The conditions of a filter, the most selective first. SQLite has no statistics and might take the index of
 * the widest one: a unary plus leaves it only the first condition's index.
 */
function filterConditions(dialect: DialectName, source: ListSource, filter: Filter): Condition[] {
  const { table, owner } = source;
  const columns = [
    { name: 'owner', column: owner, operator: sql`=` },
    { name: 'from', column: 'created_at', operator: sql`>=` },
    { name: 'before', column: 'created_at', operator: sql`<` },
    { name: 'status', column: 'status', operator: sql`=` },
  ] as const;
  const used = columns.flatMap((each) => {
    const value = filter[each.name];
    return each.column === undefined || value === undefined ? [] : [{ ...each, value }];
  });
  const [first] = used;
  return used.map(({ name, column, operator, value }) => {
    const isIndexed = dialect === 'postgres' || column === first?.column;
    const left = sql`${isIndexed ? sql`` : sql`+`}${sql.ref(`${table}.${column}`)}`;
    return { name, value, sql: (slot) => sql`${left} ${operator} ${slot(name)}` };
  });
}

/** Rows whose partner's name matches. Deleted partners count too: what was theirs stays for staff. */
function byPartnerName(
  { table, owner }: PartnersSource,
  patterns: readonly string[],
): UncountedFilter {
  const partners = byLike('partners', patterns);
  const all = allRows(table);
  return {
    shape: `partners ${partners.shape}`,
    values: partners.values,
    rows: (slot) => {
      const named = sql`select partners.id from partners${conditions(partners.rows(slot).where)}`;
      return { ...all.rows(slot), where: [sql`${sql.ref(`${table}.${owner}`)} in (${named})`] };
    },
  };
}

const allRows = (table: ListSource['table']): UncountedFilter => ({
  shape: 'all',
  values: {},
  rows: () => ({ from: sql.table(table), seq: sql.ref<number>(`${table}.seq`), where: [] }),
});

/** Rows found by an inner query, to be joined to their table by seq. */
export type RowNumbers<Alias extends string> = AliasedRawBuilder<{ seq: number }, Alias>;

const countRows = ({ from, where }: RowSource): RawBuilder<{ total: number }> =>
  sql<{ total: number }>`select count(*) as total from ${from}${conditions(where)}`;

function sumHolders(names: NamesTable, patterns: readonly string[], slot: Placeholder) {
  const where = conditions(byLike(names, patterns).rows(slot).where);
  return sql<{ total: number }>`select coalesce(sum(holders), 0) as total
    from ${sql.table(names)}${where}`;
}

/** One page of the rows: slots `limit` and `offset`, which counts from the newest, or from the oldest. */
export const selectPage = (
  { from, seq, where }: RowSource,
  slot: Placeholder,
  counted: 'newest' | 'oldest' = 'newest',
): RowNumbers<'page'> => {
  const order = counted === 'newest' ? sql`desc` : sql`asc`;
  return sql<{ seq: number }>`(select ${seq} as seq from ${from}${conditions(where)}
    order by ${seq} ${order} limit ${slot('limit')} offset ${slot('offset')})`.as('page');
};

/** All of the rows, in no order. */
export const selectAll = ({ from, seq, where }: RowSource): RowNumbers<'found'> =>
  sql<{ seq: number }>`(select ${seq} as seq from ${from}${conditions(where)})`.as('found');

const conditions = (where: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  where.length > 0 ? sql` where ${sql.join(where, sql` and `)}` : sql``;
