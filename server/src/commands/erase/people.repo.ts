import { intakeReport } from '@deqiq/contract/machines/intake-reports.ts';
import { searchKey } from '../../platform/db/lists/name-search.ts';
import { sortKey } from '../../platform/db/lists/sort-key.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { Name } from './names.ts';
import { nameOrders } from './names.ts';

/** Tables of the public forms; their senders have only a name and an e-mail. */
export const forms = [
  'reservation_applications',
  'partner_applications',
  'contact_messages',
] as const;
export type Form = (typeof forms)[number];

const searchKeys = (names: readonly Name[]): string[] =>
  names.flatMap((name) => nameOrders(name).map((words) => searchKey(words.join(' '))));

/** A partner, deleted or not, by id or by e-mail. */
export function findPartner(db: Db, idOrEmailKey: string) {
  return db
    .selectFrom('partners')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'deleted_at'])
    .where((is) => is.or([is('id', '=', idOrEmailKey), is('email_key', '=', idOrEmailKey)]))
    .executeTakeFirst();
}

const selectCheckups = (db: Db) =>
  db.selectFrom('checkups').select(['id', 'partner_id', 'first_name', 'last_name']);

export const findCheckups = (db: Db, ids: readonly string[]) =>
  selectCheckups(db).where('id', 'in', ids).orderBy('seq').execute();

export const listPartnerCheckups = (db: Db, partnerId: string) =>
  selectCheckups(db).where('partner_id', '=', partnerId).orderBy('seq').execute();

/** Checkups of patients with one of the names, of one partner or of all. */
export async function findCheckupsByName(db: Db, names: readonly Name[], partnerId?: string) {
  const keys = searchKeys(names);
  if (keys.length === 0) return [];
  const named = selectCheckups(db).where('name_key', 'in', keys).orderBy('seq');
  return (partnerId === undefined ? named : named.where('partner_id', '=', partnerId)).execute();
}

/** Deleted checkups and files, in the columns of a checkup. */
const selectDeletions = (db: Db) =>
  db
    .selectFrom('checkup_deletions')
    .select(['id as deletion_id', 'checkup_id as id', 'partner_id', 'first_name', 'last_name']);

/** Deletions of these checkups, of this partner, or of these names at these partners. */
export async function findDeletions(
  db: Db,
  of: {
    readonly checkups: readonly string[];
    readonly partner?: string;
    readonly names?: readonly Name[];
    readonly partners?: readonly string[];
  },
) {
  const { checkups: ids, partner, names = [], partners = [] } = of;
  const keys = searchKeys(names);
  return selectDeletions(db)
    .where((is) =>
      is.or([
        is('checkup_id', 'in', ['', ...ids]),
        is('partner_id', '=', partner ?? ''),
        is.and([is('name_key', 'in', ['', ...keys]), is('partner_id', 'in', ['', ...partners])]),
      ]),
    )
    .orderBy('seq')
    .execute();
}

/** Ids and sizes of the files of these deletions. */
export async function listDeletedFiles(db: Db, deletionIds: readonly string[]) {
  if (deletionIds.length === 0) return [];
  return db
    .selectFrom('deleted_files')
    .select(['id', 'size'])
    .where('deletion_id', 'in', deletionIds)
    .execute();
}

/** Removes deletions permanently; the rows of their files cascade. */
export async function removeDeletions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('checkup_deletions').where('id', 'in', ids).execute();
}

/** Marks files whose rows this transaction removes, so that their bytes are removed even after a crash. */
export async function markRemoved(db: Db, ids: readonly string[], at: string): Promise<void> {
  for (const id of ids)
    await db
      .insertInto('removed_files')
      .values({ id, removed_at: at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
}

/** Unmarks a file whose bytes were removed. */
export async function unmarkRemoved(db: Db, id: string): Promise<void> {
  await db.deleteFrom('removed_files').where('id', '=', id).execute();
}

/** Ids and sizes of the files of these checkups. */
export async function listFiles(db: Db, checkupIds: readonly string[]) {
  if (checkupIds.length === 0) return [];
  return db
    .selectFrom('checkup_files')
    .select(['id', 'size'])
    .where('checkup_id', 'in', checkupIds)
    .execute();
}

/** Studies of these checkups, and unassigned ones of patients with one of these names. */
export async function findStudies(
  db: Db,
  { checkupIds, names }: { checkupIds: readonly string[]; names: readonly Name[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('intake_studies')
    .select('id')
    .where((is) =>
      is.or([
        is('checkup_id', 'in', ['', ...checkupIds]),
        is.and([is('checkup_id', 'is', null), is('name_key', 'in', ['-', ...searchKeys(names)])]),
      ]),
    )
    .orderBy('seq')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids and sizes of the objects of these studies that belong to no checkup. */
export async function listStudyFiles(db: Db, studyIds: readonly string[]) {
  if (studyIds.length === 0) return [];
  const files = db.selectFrom('intake_files').select(['id', 'size']);
  const instances = db.selectFrom('intake_instances').select(['id', 'size']);
  return [
    ...(await files.where('study_id', 'in', studyIds).execute()),
    ...(await instances.where('study_id', 'in', studyIds).where('file_id', 'is', null).execute()),
  ];
}

/** Removes studies; the rows of their files and instances cascade. */
export async function removeStudies(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('intake_studies').where('id', 'in', ids).execute();
}

/** Ids of forms submitted under one of these names or e-mails. */
export async function findFormsByName(
  db: Db,
  table: Form,
  names: readonly Name[],
  emails: string[],
) {
  const rows = await db.selectFrom(table).select(['id', 'email', 'name_key']).execute();
  const keys = new Set(searchKeys(names));
  const addresses = new Set(emails.map((email) => email.trim().toLowerCase()).filter(Boolean));
  return rows
    .filter((row) => keys.has(row.name_key) || addresses.has(row.email.trim().toLowerCase()))
    .map(({ id }) => id);
}

/** Cards of doctors with one of these names, with their pictures. */
export async function findDoctorsByName(db: Db, names: readonly Name[]) {
  const keys = searchKeys(names);
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
  for (const table of ['push_subscriptions', 'notification_settings'] as const)
    await db.deleteFrom(table).where('partner_id', '=', id).execute();
}

export async function anonymizeCheckup(
  db: Db,
  id: string,
  { called: pseudonym, clean }: { called: string; clean: (text: string) => string },
): Promise<void> {
  const row = await db
    .selectFrom('checkups')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  await db
    .updateTable('checkups')
    .set({
      first_name: pseudonym,
      last_name: '',
      name: clean(row?.name ?? ''),
      description: '',
      name_key: searchKey(pseudonym),
    })
    .where('id', '=', id)
    .execute();
}

export async function removeFiles(db: Db, checkupIds: readonly string[]): Promise<void> {
  if (checkupIds.length > 0)
    await db.deleteFrom('checkup_files').where('checkup_id', 'in', checkupIds).execute();
}

/** Removes upload claims: each contains a hash of a request with the patient's name. */
export async function removeClaims(db: Db, checkupIds: readonly string[]): Promise<void> {
  if (checkupIds.length > 0)
    await db.deleteFrom('upload_claims').where('checkup_id', 'in', checkupIds).execute();
}

/** Removes the links to these checkups, or all of a partner. Returns the ids of the links. */
export async function removeShares(
  db: Db,
  { checkupIds, partnerId }: { checkupIds: readonly string[]; partnerId?: string | undefined },
): Promise<string[]> {
  const rows = await db
    .deleteFrom('shares')
    .where((is) =>
      is.or([is('checkup_id', 'in', ['', ...checkupIds]), is('partner_id', '=', partnerId ?? '')]),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Removes addresses of a partner, of form senders and of people with a link to an examination from the audit. Its triggers
 * allow no other change (migration 0021).
 */
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

/** Files that wait or were refused in the spool of the intake, by its last report. The spool may be on another machine. */
export async function countSpooledFiles(db: Db): Promise<number> {
  const row = await db.selectFrom('intake_reports').select('report').executeTakeFirst();
  if (!row) return 0;
  const { waiting, rejected } = intakeReport
    .pick({ waiting: true, rejected: true })
    .parse(JSON.parse(row.report));
  return waiting + rejected;
}
