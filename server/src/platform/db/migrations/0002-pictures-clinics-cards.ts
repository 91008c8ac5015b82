import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../database-context.ts';
import type { Tables } from '../tables.ts';
import { columnTypes, notifyTrigger, orderIndex, searchIndex } from './parts.ts';

const schema = ({ seq, text, end }: (typeof columnTypes)[DialectName]): string[] => [
  `create table pictures (
    id ${text} primary key,
    kind text not null check (kind in ('clinic', 'card')),
    width integer not null,
    created_at ${text} not null
  )${end}`,
  `create table clinics (
    seq ${seq},
    id ${text} not null unique,
    title text not null,
    phone text not null,
    location text not null,
    instagram text not null,
    picture_id ${text} not null references pictures (id),
    created_at ${text} not null,
    name_key ${text} not null
  )${end}`,
  `create table partner_cards (
    seq ${seq},
    id ${text} not null unique,
    first_name text not null,
    last_name text not null,
    phone text not null,
    clinic_name text not null,
    instagram text not null,
    picture_id ${text} not null references pictures (id),
    created_at ${text} not null,
    name_key ${text} not null
  )${end}`,
  `create table partner_card_images (
    card_id ${text} not null references partner_cards (id) on delete cascade,
    picture_id ${text} not null primary key references pictures (id),
    position integer not null
  )${end}`,
  'create index clinics_picture on clinics (picture_id)',
  'create index partner_cards_picture on partner_cards (picture_id)',
  // Everything a list asks of it stands in the index.
  'create index partner_card_images_card on partner_card_images (card_id, position, picture_id)',
];

export async function picturesClinicsCards(
  db: Kysely<Tables>,
  dialect: DialectName,
): Promise<void> {
  const statements = [
    ...schema(columnTypes[dialect]),
    ...['clinics', 'partner_cards'].flatMap((table) => [
      ...orderIndex(dialect, table),
      ...searchIndex(dialect, table),
    ]),
    ...['clinics', 'partner_cards', 'partner_card_images'].flatMap((table) =>
      notifyTrigger(dialect, table),
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
