import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger, orderIndex, ownerIndex, searchIndex } from './parts.ts';

const tables = ['reservation_applications', 'partner_applications', 'contact_messages', 'labs'];

const schema = ({ seq, text, end }: (typeof columnTypes)[DialectName]): string[] => [
  `create table reservation_applications (
    seq ${seq},
    id ${text} not null unique,
    full_name text not null,
    email text not null,
    phone text not null,
    partner_full_name text not null,
    created_at ${text} not null,
    name_key ${text} not null
  )${end}`,
  `create table partner_applications (
    seq ${seq},
    id ${text} not null unique,
    full_name text not null,
    email text not null,
    phone text not null,
    clinic_name text not null,
    clinic_phone text not null,
    created_at ${text} not null,
    name_key ${text} not null
  )${end}`,
  `create table contact_messages (
    seq ${seq},
    id ${text} not null unique,
    full_name text not null,
    email text not null,
    phone text not null,
    message text not null,
    created_at ${text} not null,
    name_key ${text} not null
  )${end}`,
  `create table labs (
    seq ${seq},
    id ${text} not null unique,
    partner_id ${text} not null references partners (id),
    title text not null,
    start_date text not null,
    end_date text not null,
    status text not null check (status in ('pending', 'completed')),
    created_at ${text} not null,
    name_key ${text} not null
  )${end}`,
];

export async function applicationsAndLabs(db: Kysely<Tables>, dialect: DialectName): Promise<void> {
  const indexes = tables.flatMap((table) => [
    ...orderIndex(dialect, table),
    ...searchIndex(dialect, table),
    ...notifyTrigger(dialect, table),
  ]);
  const statements = [
    ...schema(columnTypes[dialect]),
    ...indexes,
    ...ownerIndex(dialect, 'labs', 'partner_id'),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
