import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { compileOnce } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { PartnerCardsTable } from '../../../platform/db/tables/website.ts';
import type { Db } from '../../../platform/db/tables.ts';

type Own = 'seq' | 'name_key';
type Plain = Omit<Selectable<PartnerCardsTable>, Own>;

/** A doctor with the pictures of the certificates, in order. */
export type DoctorRow = Plain & { images: string[] };

/** `images` as one text: ids separated by blanks, null for none. */
type FlatRow = Plain & { images: string | null };

const columns = [
  'partner_cards.id',
  'partner_cards.first_name',
  'partner_cards.last_name',
  'partner_cards.phone',
  'partner_cards.clinic_name',
  'partner_cards.instagram',
  'partner_cards.picture_id',
  'partner_cards.created_at',
  sql<string | null>`(select string_agg(picture_id, ' ' order by position)
    from partner_card_images where card_id = partner_cards.id)`.as('images'),
] as const;

const doctorsPage = pagedQuery<FlatRow>(
  { table: 'partner_cards' },
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('partner_cards', 'partner_cards.seq', 'page.seq')
      .select(columns)
      .orderBy('page.seq', 'desc'),
  { name: sql.ref('partner_cards.name_key') },
);

/** Doctors whose name matches, newest first. */
export async function list(
  db: Db,
  { page, limit, name, sort, ids }: PageRequest & { readonly name: string },
): Promise<Page<DoctorRow>> {
  const { rows, total } = await doctorsPage(db, { page, limit, sort, ids }, { search: name });
  return { rows: rows.map(withImages), total };
}

const allDoctors = compileOnce<Record<string, never>, FlatRow>((db) =>
  db.selectFrom('partner_cards').select(columns).orderBy('seq', 'desc'),
);

/** All rows, newest first. */
export const listAll = async (db: Db): Promise<DoctorRow[]> =>
  (await allDoctors(db, {})).map(withImages);

const byId = compileOnce<{ id: string }, FlatRow>((db, slot) =>
  db.selectFrom('partner_cards').select(columns).where('id', '=', slot('id')),
);

export async function find(db: Db, id: string): Promise<DoctorRow | undefined> {
  const [card] = await byId(db, { id });
  return card && withImages(card);
}

export async function insert(db: Db, row: Omit<Insertable<PartnerCardsTable>, Own>): Promise<void> {
  await db
    .insertInto('partner_cards')
    .values({ ...row, name_key: nameKey(row) })
    .execute();
}

/** Locks the row until the transaction ends; false if it does not exist. */
export function lock(db: Db, id: string): Promise<boolean> {
  return set(db, id, { id });
}

export async function update(
  db: Db,
  id: string,
  row: Omit<Insertable<PartnerCardsTable>, Own | 'id' | 'created_at'>,
): Promise<void> {
  await set(db, id, { ...row, name_key: nameKey(row) });
}

/** The rows of the certificates cascade. */
export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('partner_cards').where('id', '=', id).execute();
}

/** Appends certificates; the caller has locked the doctor. */
export async function addImages(db: Db, card_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { last } = await db
    .selectFrom('partner_card_images')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('card_id', '=', card_id)
    .executeTakeFirstOrThrow();
  const first = (last ?? -1) + 1;
  await db
    .insertInto('partner_card_images')
    .values(ids.map((picture_id, index) => ({ card_id, picture_id, position: first + index })))
    .execute();
}

export async function removeImages(db: Db, cardId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('partner_card_images')
    .where('card_id', '=', cardId)
    .where('picture_id', 'in', ids)
    .execute();
}

async function set(db: Db, id: string, changes: Updateable<PartnerCardsTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('partner_cards')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const withImages = (row: FlatRow): DoctorRow => ({
  ...row,
  images: row.images?.split(' ') ?? [],
});

const nameKey = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  searchKey(`${first_name} ${last_name}`);
