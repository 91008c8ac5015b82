import { searchKey } from '../../platform/db/lists/name-search.ts';
import { sortKey } from '../../platform/db/lists/sort-key.ts';
import type { Db } from '../../platform/db/tables.ts';
import { type Name, toSearchKeys } from './names.ts';

/** Tables of the public forms; their senders have only a name and an e-mail. */
export const forms = [
  'reservation_applications',
  'partner_applications',
  'contact_messages',
] as const;
export type Form = (typeof forms)[number];

/** A partner, deleted or not, by id or by e-mail. */
export function findPartner(db: Db, idOrEmailKey: string) {
  return db
    .selectFrom('partners')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'deleted_at'])
    .where((is) => is.or([is('id', '=', idOrEmailKey), is('email_key', '=', idOrEmailKey)]))
    .executeTakeFirst();
}

/** Ids of forms submitted under one of these names or e-mails. */
export async function findFormsByName(
  db: Db,
  table: Form,
  names: readonly Name[],
  emails: string[],
) {
  const rows = await db.selectFrom(table).select(['id', 'email', 'name_key']).execute();
  const keys = new Set(toSearchKeys(names));
  const addresses = new Set(emails.map((email) => email.trim().toLowerCase()).filter(Boolean));
  return rows
    .filter((row) => keys.has(row.name_key) || addresses.has(row.email.trim().toLowerCase()))
    .map(({ id }) => id);
}

/** Cards of doctors with one of these names, with their pictures. */
export async function findDoctorsByName(db: Db, names: readonly Name[]) {
  const keys = toSearchKeys(names);
  if (keys.length === 0) return [];
  const cards = await db
    .selectFrom('partner_cards')
    .select(['id', 'picture_id'])
    .where('name_key', 'in', keys)
    .execute();
  return Promise.all(
    cards.map(async ({ id, picture_id }) => {
      const images = db.selectFrom('partner_card_images').select('picture_id');
      const more = await images.where('card_id', '=', id).execute();
      return { id, pictures: [picture_id, ...more.map((image) => image.picture_id)] };
    }),
  );
}

/** Removes personal data; the id and the figures of the ledger remain. */
export async function anonymizePartner(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('partners')
    .set({
      first_name: id,
      last_name: '',
      birth_date: null,
      phone: '',
      email: '',
      email_key: null,
      instagram: '',
      clinic_name: '',
      password_hash: '',
      name_key: searchKey(id),
      sort_key: sortKey(id),
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('partners')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
  for (const table of ['sessions', 'known_devices', 'second_factors'] as const)
    await db.deleteFrom(table).where('role', '=', 'partner').where('person_id', '=', id).execute();
  for (const table of ['push_subscriptions', 'notification_settings', 'password_resets'] as const)
    await db.deleteFrom(table).where('partner_id', '=', id).execute();
}

/** Removes addresses of people from the audit, the only change that its triggers allow (migration 0021). */
export async function clearAddresses(
  db: Db,
  { partnerId, objectIds }: { partnerId?: string | undefined; objectIds: readonly string[] },
): Promise<void> {
  const withAddress = db
    .updateTable('audit')
    .set({ address: null, address_salt: null })
    .where('address', 'is not', null);
  if (partnerId !== undefined) {
    await withAddress.where('role', '=', 'partner').where('person_id', '=', partnerId).execute();
    // Failed sign-ins have no role and refer to the partner.
    await withAddress.where('role', 'is', null).where('object_id', '=', partnerId).execute();
  }
  if (objectIds.length > 0)
    await withAddress.where('role', 'is', null).where('object_id', 'in', objectIds).execute();
}

export async function anonymizeForm(
  db: Db,
  table: Form,
  id: string,
  called: string,
): Promise<void> {
  const common = {
    full_name: called,
    email: '',
    phone: '',
    note: '',
    name_key: searchKey(called),
  };
  const own = {
    reservation_applications: {},
    partner_applications: { clinic_name: '', clinic_phone: '' },
    contact_messages: { message: '' },
  } as const;
  await db
    .updateTable(table)
    .set({ ...common, ...own[table] })
    .where('id', '=', id)
    .execute();
}

export async function removeDoctor(db: Db, id: string, pictures: readonly string[]): Promise<void> {
  await db.deleteFrom('partner_cards').where('id', '=', id).execute();
  await db.deleteFrom('pictures').where('id', 'in', pictures).execute();
}
