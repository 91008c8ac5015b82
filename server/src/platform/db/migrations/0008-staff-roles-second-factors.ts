import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger } from './parts.ts';

const schema = ({ text, big, end }: (typeof columnTypes)[DialectName]): string[] => [
  // A row that names no role gets the smaller one; everybody who was there before is an owner.
  `alter table admins add column role text not null default 'staff' check (role in ('owner', 'staff'))`,
  `update admins set role = 'owner'`,
  `alter table admins add column disabled_at ${text}`,
  `create table second_factors (
    role text not null check (role in ('admin', 'partner')),
    person_id ${text} not null,
    secret text,
    confirmed_at ${text},
    last_step ${big} not null default 0,
    pending_secret text,
    pending_at ${text},
    recovery_salt text not null,
    failures integer not null default 0,
    blocked_until ${text},
    primary key (role, person_id)
  )${end}`,
  `create table recovery_codes (
    role text not null,
    person_id ${text} not null,
    code_hash ${text} not null,
    used_at ${text},
    primary key (role, person_id, code_hash),
    foreign key (role, person_id) references second_factors (role, person_id) on delete cascade
  )${end}`,
];

export async function staffRolesSecondFactors(
  db: Kysely<Tables>,
  dialect: DialectName,
): Promise<void> {
  const statements = [...schema(columnTypes[dialect]), ...notifyTrigger(dialect, 'second_factors')];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
