import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

/**
 * Messages to partners and staff, results that partners have opened, and where they want to be notified. Rows contain
 * ids only, apart from the addresses of push services. Nothing refers to checkups: a deletion can be undone.
 */
export async function messages(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const statements = [
    `create table outbox (
      id ${text} primary key,
      channel text not null check (channel in ('email', 'push')),
      recipient ${text} not null,
      kind text not null,
      state text not null
        check (state in ('open', 'queued', 'finishing', 'sent', 'failed', 'cancelled')),
      is_confirmed integer,
      failure text,
      created_at ${text} not null,
      sent_at ${text}
    )${end}`,
    `create unique index outbox_open on outbox (channel, recipient, kind) where state = 'open'`,
    `create table outbox_events (
      id ${text} primary key,
      message_id ${text} not null references outbox (id) on delete cascade,
      channel text not null,
      recipient ${text} not null,
      kind text not null,
      object_id ${text} not null,
      created_at ${text} not null,
      unique (object_id, kind, recipient, channel)
    )${end}`,
    'create index outbox_events_message on outbox_events (message_id)',
    `create table result_openings (
      checkup_id ${text} primary key,
      partner_id ${text} not null,
      ready_at ${text} not null,
      opened_at ${text}
    )${end}`,
    'create index result_openings_unseen on result_openings (partner_id) where opened_at is null',
    `create table notification_settings (
      partner_id ${text} primary key references partners (id) on delete cascade,
      email integer not null,
      push integer not null
    )${end}`,
    `create table push_subscriptions (
      id ${text} primary key,
      partner_id ${text} not null references partners (id) on delete cascade,
      session_id ${text} not null,
      endpoint text not null,
      public_key text not null,
      auth_secret text not null,
      created_at ${text} not null
    )${end}`,
    'create index push_subscriptions_partner on push_subscriptions (partner_id)',
    ...['outbox', 'outbox_events', 'result_openings', 'notification_settings'].flatMap((table) =>
      notifyTrigger(dialect, table),
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
