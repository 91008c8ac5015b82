import type { RawBuilder } from 'kysely';
import type { TableName, Tables } from '../tables.ts';

/** Tables with a name_key; on SQLite each has its `<table>_search` trigram index beside it. */
export type SearchedTable = {
  [Table in keyof Tables]: 'name_key' extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

/** The table of a list. */
export type ListSource = NamedSource | PartnersSource;

/** A table, the column of its owner, and whether deleted rows stay in the table. */
export interface NamedSource {
  readonly table: SearchedTable;
  readonly owner?: string;
  readonly retainsDeleted?: boolean;
  /** On PostgreSQL, the table with the number of rows per name; their sum is the total. */
  readonly names?: NamesTable;
}

export type NamesTable = 'checkup_names' | 'patient_names' | 'referral_names';

/** A table without names: a search matches the name of the partner that owns the row. */
export interface PartnersSource {
  readonly table: 'payments' | 'reports';
  readonly owner: 'partner_id';
  readonly searchedBy: 'partners';
}

export interface Filter {
  /** The text a person typed; '' matches every row. */
  readonly search?: string;
  readonly owner?: string | undefined;
  readonly status?: string | undefined;
  /** Only rows created at or after `from` and before `before`; instants. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly conditions?: readonly RowCondition[];
}

/** A condition of a feature. Conditions of one name are the same, except for their values. */
export interface RowCondition {
  readonly name: string;
  readonly sql: RawBuilder<boolean> | ((placeholder: Placeholder) => RawBuilder<boolean>);
  readonly values?: Readonly<Record<string, string>>;
  /** Where few rows do not meet it and an index has these: its opposite, for the total of all rows. */
  readonly exceptions?: RawBuilder<boolean>;
  /** The tables it reads beside that of the list. */
  readonly tables: readonly TableName[];
}

export type Placeholder = (name: string) => RawBuilder<unknown>;

/** Rows as parts of a query: tables, order column, conditions. */
export interface RowSource {
  readonly from: RawBuilder<unknown>;
  readonly seq: RawBuilder<number>;
  readonly where: readonly RawBuilder<unknown>[];
}

/** The rows a filter matches, as a query and its values. Equal shapes make equal queries. */
export interface RowFilter {
  readonly shape: string;
  readonly values: Readonly<Record<string, string>>;
  /** Counting the rows may take long. */
  readonly isSlowToCount?: boolean;
  rows(slot: Placeholder): RowSource;
  total(slot: Placeholder): RawBuilder<{ total: number }>;
}

/** Without `total`: the default is `count(*)` over the rows. */
export type UncountedFilter = Omit<RowFilter, 'total'>;
