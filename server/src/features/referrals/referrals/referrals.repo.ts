import { endedStates } from '@deqiq/contract/referrals/referral-states.ts';
import type { AssignReferral } from '@deqiq/contract/referrals/referrals.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import { compileOnce, isOneOf, toList } from '../../../platform/db/lists/compiled-query.ts';
import { type Page, type PageRequest, pagedQuery } from '../../../platform/db/lists/list-query.ts';
import { searchKey } from '../../../platform/db/lists/name-search.ts';
import type { Filter, RowCondition } from '../../../platform/db/lists/row-filter.ts';
import { newestQuery } from '../../../platform/db/lists/row-queries.ts';
import type { RowNumbers } from '../../../platform/db/lists/row-selection.ts';
import type { ReferralStatus } from '../../../platform/db/tables/referrals/referrals.ts';
import type { Db, ReferralRow, Tables } from '../../../platform/db/tables.ts';
import {
  type DetailColumns,
  detailColumns,
  type ReferralDetails,
  readDetails,
} from './referral-details.repo.ts';

type Referrals = Tables['referrals'];
type Own = 'seq' | 'name_key';

export type FlatReferral = Omit<ReferralRow, 'name_key'> & {
  readonly partner_first_name: string;
  readonly partner_last_name: string;
  /** SQLite returns 0 or 1. */
  readonly partner_deleted: boolean | 0 | 1;
  /** null where its examination is deleted. */
  readonly existing_checkup: string | null;
  /** The record that its examination has. */
  readonly checkup_patient: string | null;
  readonly assignee_name: string | null;
};

/** A referral with its partner, its history, its pictures, and the record of its patient. */
export type ListedReferral = FlatReferral & ReferralDetails;

type DetailedRow = FlatReferral & DetailColumns;

const columns = [
  'referrals.seq',
  'referrals.id',
  'referrals.partner_id',
  'referrals.status',
  'referrals.first_name',
  'referrals.last_name',
  'referrals.father_name',
  'referrals.birth_date',
  'referrals.sex',
  'referrals.phone',
  'referrals.examination',
  'referrals.purpose',
  'referrals.teeth',
  'referrals.region',
  'referrals.question',
  'referrals.urgency',
  'referrals.pregnancy',
  'referrals.report_wanted',
  'referrals.patient_id',
  'referrals.patient_link',
  'referrals.checkup_id',
  'referrals.reservation_id',
  'referrals.created_at',
  'referrals.expires_at',
  'referrals.assignee_id',
  'partners.first_name as partner_first_name',
  'partners.last_name as partner_last_name',
  sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
  'checkups.id as existing_checkup',
  'checkups.patient_id as checkup_patient',
  'admins.username as assignee_name',
] as const;

const select = (db: Db) =>
  db
    .selectFrom('referrals')
    .innerJoin('partners', 'partners.id', 'referrals.partner_id')
    .leftJoin('checkups', 'checkups.id', 'referrals.checkup_id')
    .leftJoin('admins', 'admins.id', 'referrals.assignee_id')
    .select(columns);

const selectFound = (db: Db, found: RowNumbers<'page'>) =>
  db
    .selectFrom(found)
    .innerJoin('referrals', 'referrals.seq', 'page.seq')
    .innerJoin('partners', 'partners.id', 'referrals.partner_id')
    .leftJoin('checkups', 'checkups.id', 'referrals.checkup_id')
    .leftJoin('admins', 'admins.id', 'referrals.assignee_id')
    .select(columns)
    .orderBy('page.seq', 'desc');

const source = { table: 'referrals', owner: 'partner_id', names: 'referral_names' } as const;
const page = pagedQuery<{ id: string }>(source, (db, found) =>
  db
    .selectFrom(found)
    .innerJoin('referrals', 'referrals.seq', 'page.seq')
    .select('referrals.id')
    .orderBy('page.seq', 'desc'),
);
const newest = newestQuery<FlatReferral>(source, selectFound);

export interface ReferralFilter extends Omit<Filter, 'search' | 'conditions'> {
  /** The member of staff who is responsible; null: referrals without one. */
  readonly assignee?: string | null | undefined;
}

/** Referrals whose patient's name matches, newest first. */
export async function list(
  db: Db,
  { name, ...request }: PageRequest & { readonly name: string },
  { assignee, ...filter }: ReferralFilter,
): Promise<Page<ListedReferral>> {
  const conditions = assignee === undefined ? [] : [isAssignedTo(assignee)];
  const { rows, total } = await page(db, request, { ...filter, search: name, conditions });
  const ids = rows.map(({ id }) => id);
  return { rows: await listByIds(db, ids), total };
}

// A removed account empties the column without a write to the table.
const isAssignedTo = (assignee: string | null): RowCondition =>
  assignee === null
    ? { name: 'unassigned', sql: sql<boolean>`referrals.assignee_id is null`, tables: ['admins'] }
    : {
        name: 'assigned',
        values: { assignee },
        sql: (at) => sql<boolean>`referrals.assignee_id = ${at('assignee')}`,
        tables: ['admins'],
      };

/** Whether a row belongs to a list with this filter, whatever its name is. */
export const matches = (
  row: FlatReferral,
  { owner, status, from, before, assignee }: ReferralFilter,
): boolean =>
  (owner ?? row.partner_id) === row.partner_id &&
  (status ?? row.status) === row.status &&
  (assignee === undefined || assignee === row.assignee_id) &&
  (from ?? row.created_at) <= row.created_at &&
  (before === undefined || row.created_at < before);

/** The newest referrals whose patient's name matches; none where the text contains no word. */
export const listNewest = async (db: Db, name: string, limit: number): Promise<FlatReferral[]> =>
  searchKey(name) === '' ? [] : newest(db, name, limit);

const flatById = compileOnce<{ id: string }, FlatReferral>((db, slot) =>
  select(db).where('referrals.id', '=', slot('id')),
);

export const findFlat = async (db: Db, id: string): Promise<FlatReferral | undefined> =>
  (await flatById(db, { id }))[0];

// PostgreSQL plans the query of a page each time, for its offset: that of the wide rows has a plan of its own.
const listed = compileOnce<{ ids: string | readonly string[] }, DetailedRow>((db, slot) =>
  select(db)
    .select(detailColumns(db))
    .where(isOneOf(db, 'referrals.id', slot('ids'))),
);

/** In the order of the ids. */
async function listByIds(db: Db, ids: readonly string[]): Promise<ListedReferral[]> {
  if (ids.length === 0) return [];
  const rows = await readDetails(db, await listed(db, { ids: toList(db, ids) }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function find(db: Db, id: string): Promise<ListedReferral | undefined> {
  const [row] = await listByIds(db, [id]);
  return row;
}

export const findBySeq = async (db: Db, seq: number): Promise<ListedReferral | undefined> => {
  const rows = db.selectFrom('referrals').select('id').where('seq', '=', seq);
  const found = await rows.executeTakeFirst();
  return found && find(db, found.id);
};

/** The referral of an examination, or one that was made from a reservation. */
export const findBy = (
  db: Db,
  column: 'checkup_id' | 'reservation_id',
  value: string,
): Promise<FlatReferral | undefined> =>
  select(db).where(`referrals.${column}`, '=', value).executeTakeFirst();

/** A referral that has ended leaves what it was made from to another one. */
export async function releaseOrigin(
  tx: Db,
  column: 'checkup_id' | 'reservation_id',
  value: string,
): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ [column]: null })
    .where(column, '=', value)
    .where('status', 'in', endedStates)
    .execute();
}

/** The newest referrals of a patient's records. */
export async function listOfPatients(
  db: Db,
  patientIds: readonly string[],
  limit: number,
): Promise<ListedReferral[]> {
  if (patientIds.length === 0) return [];
  const rows = await db
    .selectFrom('referrals')
    .select('id')
    .where('patient_id', 'in', patientIds)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  return listByIds(db, ids);
}

export async function insert(tx: Db, row: Omit<Insertable<Referrals>, Own>): Promise<void> {
  await tx
    .insertInto('referrals')
    .values({ ...row, name_key: nameKey(row) })
    .execute();
}

type Changes = Omit<Updateable<Referrals>, Own | 'id' | 'partner_id'>;

/** Changes the fields of a referral in this state; false where it is in another one. */
export async function update(
  tx: Db,
  { id, status }: { readonly id: string; readonly status: ReferralStatus },
  changes: Changes & { readonly first_name: string; readonly last_name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('referrals')
    .set({ ...changes, name_key: nameKey(changes) })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False where it is in another state by now. */
export async function advance(
  tx: Db,
  {
    id,
    from,
    to,
    expires_at,
  }: { id: string; from: ReferralStatus; to: ReferralStatus; expires_at: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('referrals')
    .set({ status: to, expires_at })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function link(
  tx: Db,
  id: string,
  changes: Pick<Changes, 'patient_id' | 'patient_link' | 'checkup_id'>,
): Promise<void> {
  await tx.updateTable('referrals').set(changes).where('id', '=', id).execute();
}

/** Returns false where another person than `instead` is responsible. */
export async function assign(
  tx: Db,
  id: string,
  { assignee, instead }: AssignReferral,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('referrals')
    .set({ assignee_id: assignee })
    .where('id', '=', id)
    .$if(instead !== undefined, (query) =>
      query.where('assignee_id', instead === null ? 'is' : '=', instead ?? null),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function insertHistory(
  tx: Db,
  row: Insertable<Tables['referral_history']>,
): Promise<void> {
  await tx.insertInto('referral_history').values(row).execute();
}

/** The last two rows of a history, the last one first. */
export const findLastSteps = (tx: Db, referralId: string) =>
  tx
    .selectFrom('referral_history')
    .select(['id', 'status', 'reason'])
    .where('referral_id', '=', referralId)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();

/** Referrals whose state has expired at an instant (ISO text). */
export const listDue = (db: Db, at: string, limit: number) => due(db, { at, limit });

const due = compileOnce<
  { at: string; limit: number },
  Pick<ReferralRow, 'id' | 'status' | 'expires_at'>
>((db, slot) =>
  db
    .selectFrom('referrals')
    .select(['id', 'status', 'expires_at'])
    .where('expires_at', '<=', slot('at'))
    .orderBy('expires_at')
    .limit(slot('limit')),
);

/** In a transaction: locks an examination before its referral, in the order of uploads. */
export async function lockCheckup(tx: Db, id: string): Promise<void> {
  await tx.updateTable('checkups').set({ id }).where('id', '=', id).execute();
}

/** Whether the partner sees an X-ray of the examination. */
export async function hasXray(tx: Db, checkupId: string): Promise<boolean> {
  const files = tx.selectFrom('checkup_files').select('id').where('checkup_id', '=', checkupId);
  const xray = files.where('kind', '=', 'xray').where('patient_check', '!=', 'different');
  return (await xray.limit(1).executeTakeFirst()) !== undefined;
}

/** A picture that a partner has sent: an examination with a file of the partner. */
export const findShipment = (db: Db, id: string) =>
  db
    .selectFrom('checkups')
    .innerJoin('checkup_files', 'checkup_files.checkup_id', 'checkups.id')
    .select(['checkups.id', 'checkups.partner_id'])
    .where('checkups.id', '=', id)
    .where('checkup_files.kind', '=', 'file')
    .executeTakeFirst();

export async function hasReservation(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('reservation_applications').select('id').where('id', '=', id);
  return (await row.executeTakeFirst()) !== undefined;
}

const nameKey = (row: {
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name?: string | undefined;
}): string => searchKey(`${row.first_name} ${row.last_name} ${row.father_name ?? ''}`);
