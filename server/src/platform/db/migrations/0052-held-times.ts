import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes } from './parts.ts';

/**
 * Times that wait for a confirmation, messages to patients, and the waiting list. The exclusion constraint of 0051 has the
 * state `held` already.
 */
export async function heldTimes(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const { text, end } = columnTypes[dialect];
  const columns = [
    `held_until ${text}`,
    'email text',
    'language text',
    `channels text not null default ''`,
    `consented_at ${text}`,
    `waiting_since ${text}`,
    `waiting_before ${text}`,
  ];
  const statements = [
    ...columns.map((column) => `alter table appointments add column ${column}`),
    'alter table booking_tokens add column can_confirm integer not null default 0',
    `create table patient_messages (
      id ${text} primary key,
      appointment_id ${text} not null references appointments (id),
      kind ${text} not null,
      channel ${text} not null,
      about ${text} not null,
      state ${text} not null,
      due_at ${text} not null,
      ends_at ${text} not null,
      is_confirmed integer,
      failure text,
      provider_id text,
      created_at ${text} not null,
      sent_at ${text},
      unique (appointment_id, kind, channel, about)
    )${end}`,
    `create table freed_times (
      id ${text} primary key,
      kind_id ${text} not null references examination_kinds (id),
      device_id ${text} not null references devices (id),
      starts_at ${text} not null,
      due_at ${text} not null
    )${end}`,
    `create table offers (
      id ${text} primary key,
      freed_id ${text} not null,
      appointment_id ${text} not null references appointments (id),
      device_id ${text} not null,
      starts_at ${text} not null,
      ends_at ${text} not null,
      expires_at ${text} not null,
      state ${text} not null,
      created_at ${text} not null,
      unique (freed_id, appointment_id)
    )${end}`,
    `create index appointments_held on appointments (held_until) where status = 'held'`,
    `create index appointments_waiting on appointments (kind_id, waiting_since)
      where waiting_since is not null`,
    'create index freed_times_due_at on freed_times (due_at)',
    `create unique index offers_open on offers (appointment_id) where state = 'open'`,
    `create index offers_device on offers (device_id, starts_at) where state = 'open'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
