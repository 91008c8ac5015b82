import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import { byLike, searchByName, searchPatterns } from './name-search.ts';
import type {
  Filter,
  ListSource,
  PartnersSource,
  Placeholder,
  RowCondition,
  RowFilter,
  RowSource,
  UncountedFilter,
} from './row-filter.ts';
import { allRows, conditions, countExcept, countRows, sumHolders } from './row-selection.ts';

/** Builds the query of the rows that a filter matches. */
export function buildFilter(dialect: DialectName, source: ListSource, filter: Filter): RowFilter {
  const { table } = source;
  const patterns = searchPatterns(filter.search ?? '');
  const conditions = filterConditions(dialect, source, filter);
  const extra = filter.conditions ?? [];
  const isFiltered = conditions.length + extra.length > 0;
  // The few rows of an owner or a condition are compared faster than all rows of a common name are looked up.
  const isNarrow = filter.owner !== undefined || extra.length > 0;
  const base =
    patterns.length > 0
      ? matchNames(dialect, source, patterns, { isFiltered, isNarrow })
      : allRows(table);
  // SQLite's trigram index does not contain deleted rows.
  const retainsDeleted = 'retainsDeleted' in source && source.retainsDeleted;
  const hidesDeleted = retainsDeleted && (patterns.length === 0 || dialect === 'postgres');
  const rows = (placeholder: Placeholder): RowSource => {
    const all = base.rows(placeholder);
    const where = [...all.where];
    if (hidesDeleted) where.unshift(sql`${sql.ref(`${table}.deleted_at`)} is null`);
    const filtered = conditions.map(({ sql: build }) => build(placeholder));
    const added = extra.map((each) =>
      typeof each.sql === 'function' ? each.sql(placeholder) : each.sql,
    );
    return { ...all, where: [...filtered, ...where, ...added] };
  };
  const names = 'names' in source && dialect === 'postgres' ? source.names : undefined;
  const [only, ...others] = extra;
  const exceptions = others.length === 0 ? only?.exceptions : undefined;
  const hasAllRows =
    conditions.length === 0 && !hidesDeleted && (!only || exceptions !== undefined);
  const isCountedWhole = hasAllRows && (names !== undefined || patterns.length === 0);
  return {
    shape: [dialect, base.shape, ...conditions.map(({ name }) => name), ...extra.map(toName)].join(
      ' ',
    ),
    values: {
      ...base.values,
      ...Object.fromEntries(conditions.map(({ name, value }) => [name, value])),
      ...Object.assign({}, ...extra.map(({ values }) => values)),
    },
    ...(base.isSlowToCount && { isSlowToCount: true }),
    rows,
    total: (placeholder) => {
      if (!isCountedWhole) return countRows(rows(placeholder));
      const all = base.rows(placeholder);
      const total = names ? sumHolders(names, patterns, placeholder) : countRows(all);
      return exceptions ? countExcept(total, { ...all, where: [...all.where, exceptions] }) : total;
    },
  };
}

const toName = ({ name }: RowCondition): string => name;

const matchNames = (
  dialect: DialectName,
  source: ListSource,
  patterns: readonly string[],
  { isFiltered, isNarrow }: { readonly isFiltered: boolean; readonly isNarrow: boolean },
): UncountedFilter => {
  if ('searchedBy' in source) return byPartnerName(source, patterns);
  if (isNarrow && source.owner) return byLike(source.table, patterns);
  return searchByName(dialect, source.table, patterns, isFiltered);
};

interface Condition {
  readonly name: 'owner' | 'status' | 'from' | 'before';
  readonly value: string;
  readonly sql: (placeholder: Placeholder) => RawBuilder<unknown>;
}

/**
 * The conditions of a filter, the most selective first. SQLite has no statistics and might take the index of
 * the least selective one: a unary plus disables the index of every condition but the first.
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
    return { name, value, sql: (placeholder) => sql`${left} ${operator} ${placeholder(name)}` };
  });
}

/** Rows whose partner's name matches. Staff also see the rows of deleted partners. */
function byPartnerName(
  { table, owner }: PartnersSource,
  patterns: readonly string[],
): UncountedFilter {
  const partners = byLike('partners', patterns);
  const all = allRows(table);
  return {
    shape: `partners ${partners.shape}`,
    values: partners.values,
    rows: (placeholder) => {
      const named = sql`select partners.id from partners${conditions(partners.rows(placeholder).where)}`;
      return {
        ...all.rows(placeholder),
        where: [sql`${sql.ref(`${table}.${owner}`)} in (${named})`],
      };
    },
  };
}
