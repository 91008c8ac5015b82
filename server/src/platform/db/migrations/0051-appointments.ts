import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

const schema = ({ seq, text, end }: (typeof columnTypes)[DialectName], busy: string): string[] => [
  `create table examination_kinds (
    seq ${seq},
    id ${text} not null unique,
    examination text not null,
    name text not null,
    minutes integer not null,
    price integer,
    machines text not null,
    preparation text not null,
    created_at ${text} not null,
    removed_at ${text}
  )${end}`,
  `create table opening_hours (
    id ${text} primary key,
    hours text not null
  )${end}`,
  `create table appointments (
    id ${text} primary key,
    kind_id ${text} references examination_kinds (id),
    device_id ${text} not null references devices (id),
    starts_at ${text} not null,
    ends_at ${text} not null,
    status text not null,
    referral_id ${text} references referrals (id),
    reservation_id ${text},
    patient_id ${text} references patients (id),
    name text not null,
    phone text not null,
    phone_key ${text},
    created_at ${text} not null${busy}
  )${end}`,
  `create table booking_tokens (
    token_hash ${text} primary key,
    referral_id ${text} references referrals (id),
    reservation_id ${text},
    appointment_id ${text} references appointments (id),
    expires_at ${text} not null
  )${end}`,
  'create index appointments_device on appointments (device_id, starts_at)',
  'create index appointments_starts_at on appointments (starts_at)',
  ...['referral_id', 'reservation_id', 'patient_id', 'phone_key'].map(
    (column) =>
      `create index appointments_${column} on appointments (${column}) where ${column} is not null`,
  ),
  'create index booking_tokens_expires_at on booking_tokens (expires_at)',
  'create index booking_tokens_appointment on booking_tokens (appointment_id) where appointment_id is not null',
];

/**
 * Two appointments of one machine never overlap. The range begins with the machine's id, whose length is fixed, so that the
 * ranges of two machines never touch: an index over machine and time would need the extension btree_gist.
 */
const BUSY = `,
    constraint appointments_busy exclude using gist (
      machine_time(device_id || starts_at, device_id || ends_at) with &&
    ) where (status in ('held', 'booked', 'arrived'))`;

/** Kinds of examination, opening hours, appointments, and tokens of links to them. */
export async function appointments(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const isPostgres = dialect === 'postgres';
  const statements = [
    ...(isPostgres ? ['create type machine_time as range (subtype = text, collation = "C")'] : []),
    ...schema(columnTypes[dialect], isPostgres ? BUSY : ''),
    ...['examination_kinds', 'opening_hours', 'appointments'].flatMap((table) =>
      notifyTrigger(dialect, table),
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
