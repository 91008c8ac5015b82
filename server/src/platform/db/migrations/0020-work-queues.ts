import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, ownerIndex } from './parts.ts';

const queues = ['reservation_applications', 'partner_applications', 'contact_messages', 'reports'];

/** How far staff are with an entry: state, note, the last editor, and a version for compare-and-set. */
export async function workQueues(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text } = columnTypes[dialect];
  const columns = [
    `status text not null default 'new' check (status in ('new', 'contacted', 'done', 'declined'))`,
    `note text not null default ''`,
    `handled_by text not null default ''`,
    `handled_at ${text}`,
    'version integer not null default 1 check (version >= 1)',
  ];
  const statements = queues.flatMap((table) => [
    ...columns.map((column) => `alter table ${table} add column ${column}`),
    ...ownerIndex(dialect, table, 'status'),
  ]);
  for (const statement of statements) await sql.raw(statement).execute(db);
}
