import { sql } from 'kysely';
import type { Db } from '../../platform/db/tables.ts';

/** Stands in a PostgreSQL database while a backup is restored into it. */
const CLAIM = 'unfinished_restore';

/**
 * Claims a PostgreSQL database for a restore. False when it holds anything else than what a restore with
 * the same token has left there; that is removed.
 */
export async function claimEmptyDatabase(db: Db, token: string): Promise<boolean> {
  await abandonDatabase(db, token);
  if ((await db.introspection.getTables()).length > 0) return false;
  await db.transaction().execute(async (tx) => {
    await sql`create table ${sql.table(CLAIM)} (token text not null)`.execute(tx);
    await sql`insert into ${sql.table(CLAIM)} (token) values (${token})`.execute(tx);
  });
  return true;
}

/** Empties a database that is claimed with this token, and leaves any other alone. */
export async function abandonDatabase(db: Db, token: string): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === CLAIM)) return;
  const { rows } = await sql<{ token: string }>`
    select token from ${sql.table(CLAIM)}`.execute(db);
  if (rows[0]?.token === token) await dropEverything(db);
}

/** The restore has ended well. */
export async function releaseDatabase(db: Db): Promise<void> {
  await sql`drop table if exists ${sql.table(CLAIM)}`.execute(db);
}

/** Removes every table and function of the current schema but those of extensions, all or none. */
async function dropEverything(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const tables = await sql<{ name: string }>`
      select quote_ident(relname) as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    `.execute(tx);
    for (const { name } of tables.rows)
      await sql`drop table if exists ${sql.raw(name)} cascade`.execute(tx);
    const functions = await sql<{ name: string }>`
      select oid::regprocedure::text as name from pg_proc
      where pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    `.execute(tx);
    for (const { name } of functions.rows)
      await sql`drop function if exists ${sql.raw(name)} cascade`.execute(tx);
  });
}
