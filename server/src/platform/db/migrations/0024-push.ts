import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/** The key of the server that a browser has subscribed to; one row per browser. No version before has written rows. */
export async function push(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text } = columnTypes[dialect];
  const statements = [
    `alter table push_subscriptions add column server_key ${text} not null default ''`,
    'create unique index push_subscriptions_endpoint on push_subscriptions (endpoint)',
    'create index push_subscriptions_session on push_subscriptions (session_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
