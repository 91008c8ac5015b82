import type { DialectName } from '../database-context.ts';

// 0001 holds its own copies: a released migration never changes, and neither may these behind its back.

/** Column types by dialect. Ids and keys compare byte by byte on both. */
export const columnTypes = {
  sqlite: { seq: 'integer primary key', text: 'text', big: 'integer', end: ' strict' },
  postgres: {
    seq: 'bigint generated always as identity primary key',
    text: 'text collate "C"',
    big: 'bigint',
    end: '',
  },
} as const;

/** The index a table's `name_key` is searched in; its rows are never only marked deleted. */
export const searchIndex = (dialect: DialectName, table: string): string[] =>
  dialect === 'sqlite' ? sqliteTrigramIndex(table) : postgresTrigramIndex(table);

/** The narrow index a page's seqs are counted off in; PostgreSQL's primary key is one. */
export const orderIndex = (dialect: DialectName, table: string): string[] =>
  dialect === 'sqlite' ? [`create index ${table}_order on ${table} (seq)`] : [];

/** The same for the rows of one owner; SQLite's index ends with the seq of itself. */
export const ownerIndex = (dialect: DialectName, table: string, column: string): string[] => [
  `create index ${table}_${column} on ${table} (${column}${dialect === 'sqlite' ? '' : ', seq'})`,
];

/** Every process learns of a committed write to the table; needs `tell_written` of 0001. */
export const notifyTrigger = (dialect: DialectName, table: string): string[] =>
  dialect === 'sqlite'
    ? []
    : [
        `create trigger ${table}_written after insert or update or delete or truncate on ${table}
          for each statement execute function tell_written()`,
      ];

const postgresTrigramIndex = (table: string): string[] => [
  `create index ${table}_search on ${table} using gin (name_key gin_trgm_ops)`,
  `alter table ${table} alter column name_key set statistics 1000`,
];

/** A contentless FTS5 index over name_key by seq, kept in step by triggers. */
function sqliteTrigramIndex(table: string): string[] {
  const index = `${table}_search`;
  const add = `insert into ${index} (rowid, name_key) values (new.seq, new.name_key);`;
  const drop = `insert into ${index} (${index}, rowid, name_key)
    values ('delete', old.seq, old.name_key);`;
  return [
    `create virtual table ${index} using fts5 (
      name_key, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
    `create trigger ${index}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${index}_update after update of name_key on ${table} begin ${drop} ${add} end`,
    `create trigger ${index}_delete after delete on ${table} begin ${drop} end`,
  ];
}
