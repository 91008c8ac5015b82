import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';

/** Rows over which the total is spread, so that nodes seldom wait for each other's transactions. */
const SHARDS = 16;

const sqlite = [
  'create table stored_totals (shard integer primary key, bytes integer not null) strict',
  'insert into stored_totals select 0, coalesce(sum(size), 0) from stored_objects',
  `create trigger stored_objects_added after insert on stored_objects
    begin update stored_totals set bytes = bytes + new.size; end`,
  `create trigger stored_objects_resized after update of size on stored_objects
    begin update stored_totals set bytes = bytes + new.size - old.size; end`,
  `create trigger stored_objects_removed after delete on stored_objects
    begin update stored_totals set bytes = bytes - old.size; end`,
];

const postgres = [
  'create table stored_totals (shard integer primary key, bytes bigint not null)',
  `create function count_stored_bytes() returns trigger language plpgsql as $$
    declare change bigint := coalesce(new.size, 0) - coalesce(old.size, 0);
    begin
      if change <> 0 then
        update stored_totals set bytes = bytes + change
          where shard = abs(hashtext(coalesce(new.id, old.id)) % ${SHARDS});
      end if;
      return null;
    end $$`,
  // Waits for writers and keeps new ones out until the end of the migration: the first sum is exact.
  `create trigger stored_objects_total after insert or delete or update of size on stored_objects
    for each row execute function count_stored_bytes()`,
  `insert into stored_totals
    select shard, (select coalesce(sum(size), 0) from stored_objects
      where abs(hashtext(id) % ${SHARDS}) = shard)
    from generate_series(0, ${SHARDS - 1}) as shard`,
];

/** The bytes of all stored objects, kept by triggers in the transactions that change them. */
export async function storedTotals(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const statements = dialect === 'sqlite' ? sqlite : postgres;
  for (const statement of statements) await sql.raw(statement).execute(db);
}
