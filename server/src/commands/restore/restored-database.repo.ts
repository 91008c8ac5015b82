import { sql } from 'kysely';
import {
  CLAIM_TABLE as CLAIM,
  type DatabaseLock,
} from '../../platform/db/postgres/restore-claim.ts';
import type { Db } from '../../platform/db/tables.ts';

/** Claims a database and removes leftovers of a restore with this token. False if it contains anything else. */
export async function claimEmptyDatabase(db: Db, token: string): Promise<boolean> {
  await abandonDatabase(db, token);
  if ((await db.introspection.getTables()).length > 0) return false;
  await db.transaction().execute(async (tx) => {
    await sql`create table ${sql.table(CLAIM)} (token text not null)`.execute(tx);
    await sql`insert into ${sql.table(CLAIM)} (token) values (${token})`.execute(tx);
  });
  return true;
}

/**
 * Releases the claim and throws where a server connected before it. One that connects later finds the claim; this one may
 * have created its tables already, so none is dropped.
 */
export async function assertStillAlone(db: Db, lock: DatabaseLock | undefined): Promise<void> {
  await lock?.assertAlone().catch(async (error: unknown) => {
    await releaseDatabase(db);
    throw error;
  });
}

/** Empties a database that is claimed with this token; does nothing otherwise. */
export async function abandonDatabase(db: Db, token: string): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === CLAIM)) return;
  const { rows } = await sql<{ token: string }>`
    select token from ${sql.table(CLAIM)}`.execute(db);
  if (rows[0]?.token === token) await dropEverything(db);
}

/** Releases the claim after a successful restore. */
export async function releaseDatabase(db: Db): Promise<void> {
  await sql`drop table if exists ${sql.table(CLAIM)}`.execute(db);
}

/** Kinds of objects and the queries of their names; range types before the functions that construct their values. */
const dropped = [
  {
    kind: 'table',
    names: sql<{ name: string }>`
      select quote_ident(relname) as name from pg_class as object
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  },
  {
    kind: 'type',
    names: sql<{ name: string }>`
      select quote_ident(typname) as name from pg_type as object
      where typnamespace = current_schema()::regnamespace and typtype = 'r'`,
  },
  {
    kind: 'function',
    names: sql<{ name: string }>`
      select oid::regprocedure::text as name from pg_proc as object
      where pronamespace = current_schema()::regnamespace`,
  },
] as const;

const isOfNoExtension = sql`
  not exists (select from pg_depend where objid = object.oid and deptype = 'e')`;

/** Drops every table, range type and function of the current schema except those of extensions, in one transaction. */
async function dropEverything(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { kind, names } of dropped) {
      const { rows } = await sql<{ name: string }>`${names} and ${isOfNoExtension}`.execute(tx);
      for (const { name } of rows)
        await sql`drop ${sql.raw(kind)} if exists ${sql.raw(name)} cascade`.execute(tx);
    }
  });
}
