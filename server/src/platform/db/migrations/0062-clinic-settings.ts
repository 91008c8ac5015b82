import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

const schema = ({ text, end }: (typeof columnTypes)[DialectName]): string =>
  `create table clinic_settings (
    version integer not null unique,
    settings ${text} not null,
    saved_at ${text} not null,
    saved_by ${text} not null
  )${end}`;

/** The facts of the clinic; each save is a version. Every node learns of it. */
export async function clinicSettings(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const table = 'clinic_settings';
  for (const statement of [schema(columnTypes[dialect]), ...notifyTrigger(dialect, table)])
    await sql.raw(statement).execute(db);
}
