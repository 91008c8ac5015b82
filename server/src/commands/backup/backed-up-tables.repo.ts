import { sql } from 'kysely';
import type { Db } from '../../platform/db/tables.ts';

/** The applied migrations in order; empty for a database this program never opened. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** They describe the work of this deployment, not what the clinic has. No backup includes their rows. */
const DEPLOYMENT_TABLES: ReadonlySet<string> = new Set([
  'stored_objects',
  'stored_totals',
  'stored_chunks',
  'discarded_blobs',
  'schedules',
  'rate_limits',
]);

export const isBackedUp = (table: string): boolean => !DEPLOYMENT_TABLES.has(table);

/** The tables of a SQLite file that a backup includes, from its schema, each after the tables it references. */
export async function listTables(db: Db): Promise<string[]> {
  const named = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite%' and name not in ('migrations', 'compatibility')
    order by name`.execute(db);
  const foreignKeys = await sql<{ name: string; to: string }>`select list.name, key."table" as "to"
    from pragma_table_list as list join pragma_foreign_key_list(list.name) as key
    where list.schema = 'main'`.execute(db);
  const ordered = new Set<string>();
  const add = (name: string) => {
    if (ordered.has(name)) return;
    for (const { to } of foreignKeys.rows.filter((key) => key.name === name && key.to !== name))
      add(to);
    ordered.add(name);
  };
  for (const { name } of named.rows) add(name);
  return [...ordered].filter(isBackedUp);
}

export async function countRows(
  db: Db,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/** The findings of SQLite integrity checks, one sentence each. */
export async function findDamage(db: Db): Promise<string[]> {
  const whole = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const refers = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...whole.rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok'),
    ...refers.rows.map((row) => `a row of ${row.table} references a missing row of ${row.parent}`),
  ];
}
