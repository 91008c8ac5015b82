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

/** Names added and removed by one statement, each with the number of its rows. */
const nameChanges = {
  insert: { transition: 'new table as came', rows: 'select name_key, 1 as by from came' },
  delete: { transition: 'old table as went', rows: 'select name_key, -1 as by from went' },
  update: {
    transition: 'old table as went new table as came',
    rows: 'select name_key, 1 as by from came union all select name_key, -1 from went',
  },
} as const;

interface CountedNames {
  readonly table: string;
  /** The table of the counts. */
  readonly names: string;
  readonly functions: { readonly count: string; readonly clear: string };
}

/** How many rows of a table each name has. SQLite counts in its trigram index. */
export const nameCounts = (dialect: DialectName, counted: CountedNames): string[] => {
  if (dialect === 'sqlite') return [];
  const { table, names, functions } = counted;
  return [
    `create table ${names} (
      name_key text collate "C" primary key,
      holders bigint not null
    ) with (fillfactor = 80)`,
    `alter table ${names} alter column name_key set statistics 1000`,
    ...(['insert', 'delete', 'update'] as const).flatMap((event) => countNamesOn(event, counted)),
    `create function ${functions.clear}() returns trigger language plpgsql as
      $$ begin delete from ${names}; return null; end $$`,
    `create trigger ${table}_names_truncate after truncate on ${table}
      for each statement execute function ${functions.clear}()`,
    `insert into ${names} select name_key, count(*) from ${table} group by name_key`,
    `create index ${names}_search on ${names} using gin (name_key gin_trgm_ops)`,
  ];
};

// In the order of names, so that two statements never wait for each other in a circle. A name without rows
// is removed: it belongs to a patient.
const countNamesOn = (
  event: keyof typeof nameChanges,
  { table, names, functions }: CountedNames,
): string[] => [
  `create function ${functions.count}_on_${event}() returns trigger language plpgsql as $$ begin
    insert into ${names} as counted (name_key, holders)
      select name_key, sum(by) from (${nameChanges[event].rows}) as each
      group by name_key having sum(by) <> 0 order by name_key
      on conflict (name_key) do update set holders = counted.holders + excluded.holders;
    ${event === 'insert' ? '' : `delete from ${names} where holders = 0 and name_key in (select name_key from went);`}
    return null;
  end $$`,
  `create trigger ${table}_names_${event} after ${event} on ${table}
    referencing ${nameChanges[event].transition}
    for each statement execute function ${functions.count}_on_${event}()`,
];
