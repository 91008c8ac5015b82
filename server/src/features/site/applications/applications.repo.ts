import { type Insertable, type Selectable, sql } from 'kysely';
import { type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

export type ApplicationTable =
  | 'reservation_applications'
  | 'partner_applications'
  | 'contact_messages';

type Own = 'seq' | 'name_key';

type RowOf<Table extends ApplicationTable> = Omit<Selectable<Tables[Table]>, Own>;
type NewRowOf<Table extends ApplicationTable> = Omit<Insertable<Tables[Table]>, Own>;

export type ReservationRow = RowOf<'reservation_applications'>;
export type PartnerApplicationRow = RowOf<'partner_applications'>;
export type ContactMessageRow = RowOf<'contact_messages'>;

type ListRequest = PageRequest & {
  readonly fullName: string;
  readonly status?: string | undefined;
};

const byName = (table: ApplicationTable) => ({ name: sql.ref(`${table}.name_key`) });

const reservationsPage = pagedQuery<ReservationRow>(
  { table: 'reservation_applications' },
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('reservation_applications', 'reservation_applications.seq', 'page.seq')
      .selectAll('reservation_applications')
      .orderBy('page.seq', 'desc'),
  byName('reservation_applications'),
);

const partnersPage = pagedQuery<PartnerApplicationRow>(
  { table: 'partner_applications' },
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('partner_applications', 'partner_applications.seq', 'page.seq')
      .selectAll('partner_applications')
      .orderBy('page.seq', 'desc'),
  byName('partner_applications'),
);

const contactsPage = pagedQuery<ContactMessageRow>(
  { table: 'contact_messages' },
  (db, page) =>
    db
      .selectFrom(page)
      .innerJoin('contact_messages', 'contact_messages.seq', 'page.seq')
      .selectAll('contact_messages')
      .orderBy('page.seq', 'desc'),
  byName('contact_messages'),
);

/** Applications whose sender's name matches, newest first. */
export const listReservations = (db: Db, { fullName, status, ...page }: ListRequest) =>
  reservationsPage(db, page, { search: fullName, status });

export const listPartnerApplications = (db: Db, { fullName, status, ...page }: ListRequest) =>
  partnersPage(db, page, { search: fullName, status });

export const listContactMessages = (db: Db, { fullName, status, ...page }: ListRequest) =>
  contactsPage(db, page, { search: fullName, status });

export async function insertReservation(
  db: Db,
  row: NewRowOf<'reservation_applications'>,
): Promise<void> {
  await db.insertInto('reservation_applications').values(withNameKey(row)).execute();
}

export async function insertPartnerApplication(
  db: Db,
  row: NewRowOf<'partner_applications'>,
): Promise<void> {
  await db.insertInto('partner_applications').values(withNameKey(row)).execute();
}

export async function insertContactMessage(
  db: Db,
  row: NewRowOf<'contact_messages'>,
): Promise<void> {
  await db.insertInto('contact_messages').values(withNameKey(row)).execute();
}

/** False if the row does not exist (any more). */
export async function remove(db: Db, table: ApplicationTable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom(table).where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

const withNameKey = <Row extends { full_name: string }>(row: Row) => ({
  ...row,
  name_key: searchKey(row.full_name),
});
