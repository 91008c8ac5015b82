import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';

/** Names that came and names that went with one statement, each with how many of it. */
const changes = {
  insert: { told: 'new table as came', of: 'select name_key, 1 as by from came' },
  delete: { told: 'old table as went', of: 'select name_key, -1 as by from went' },
  update: {
    told: 'old table as went new table as came',
    of: `select name_key, 1 as by from came union all select name_key, -1 from went`,
  },
} as const;

const events = Object.keys(changes) as (keyof typeof changes)[];

// In the order of names, so that two statements never wait for each other in a circle. A name nobody has
// any more is forgotten: it belongs to a patient.
const counting = (event: keyof typeof changes): string[] => [
  `create function count_names_on_${event}() returns trigger language plpgsql as $$ begin
    insert into checkup_names as known (name_key, holders)
      select name_key, sum(by) from (${changes[event].of}) as each
      group by name_key having sum(by) <> 0 order by name_key
      on conflict (name_key) do update set holders = known.holders + excluded.holders;
    ${event === 'insert' ? '' : 'delete from checkup_names where holders = 0 and name_key in (select name_key from went);'}
    return null;
  end $$`,
  `create trigger checkups_names_${event} after ${event} on checkups referencing ${changes[event].told}
    for each statement execute function count_names_on_${event}()`,
];

/**
 * How many checkups each name has. PostgreSQL must look at every row it counts; among a million checkups
 * the same names come again and again, so that adding these up costs a tenth.
 */
const postgres = [
  `create table checkup_names (
    name_key text collate "C" primary key,
    holders bigint not null
  ) with (fillfactor = 80)`,
  'alter table checkup_names alter column name_key set statistics 1000',
  ...events.flatMap(counting),
  `create function forget_names() returns trigger language plpgsql as
    $$ begin delete from checkup_names; return null; end $$`,
  `create trigger checkups_names_truncate after truncate on checkups
    for each statement execute function forget_names()`,
  'insert into checkup_names select name_key, count(*) from checkups group by name_key',
  'create index checkup_names_search on checkup_names using gin (name_key gin_trgm_ops)',
];

export async function checkupNames(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return;
  for (const statement of postgres) await sql.raw(statement).execute(db);
}
