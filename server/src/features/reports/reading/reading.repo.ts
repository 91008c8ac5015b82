import { sql } from 'kysely';
import { searchPatterns, toLikePattern } from '../../../platform/db/lists/name-search.ts';
import { waitsForReport } from '../../../platform/db/tables/reports.ts';
import type { Db, Tables } from '../../../platform/db/tables.ts';

const rank = sql`case referrals.urgency when 'urgent' then 0 when 'soon' then 1 else 2 end`;

/** The referral moves to *examined* in the same transaction as the row of its history. */
const since = sql<string>`(select max(referral_history.at) from referral_history
  where referral_history.referral_id = referrals.id and referral_history.status = 'examined')`;

/** The last save of a draft by the reader. */
const savedAt = sql<
  string | null
>`(select max(diagnostic_reports.updated_at) from diagnostic_reports
  where diagnostic_reports.checkup_id = checkups.id
    and diagnostic_reports.author_id = readings.reader_id
    and diagnostic_reports.status = 'draft')`;

const waiting = (db: Db) =>
  db
    .selectFrom('referrals')
    .innerJoin('checkups', 'checkups.id', 'referrals.checkup_id')
    .where(waitsForReport);

const withReader = (db: Db) =>
  waiting(db)
    .leftJoin('readings', 'readings.checkup_id', 'checkups.id')
    .leftJoin('admins', 'admins.id', 'readings.reader_id')
    .select([
      'readings.reader_id',
      'readings.taken_at',
      savedAt.as('saved_at'),
      sql<string | null>`coalesce(admins.radiologist_name, admins.username)`.as('reader_name'),
    ]);

export interface ReaderRow {
  readonly reader_id: string | null;
  readonly reader_name: string | null;
  readonly taken_at: string | null;
  readonly saved_at: string | null;
}

const matchNames = (name: string) =>
  searchPatterns(name).map(
    (pattern) => sql<boolean>`checkups.name_key like ${toLikePattern(pattern)} escape '\\'`,
  );

export type WaitingRow = Awaited<ReturnType<typeof list>>[number];

/** Urgent examinations first, then those that wait longest. */
export const list = (
  db: Db,
  { name, page, limit }: { readonly name: string; readonly page: number; readonly limit: number },
) =>
  withReader(db)
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .where(({ and }) => and(matchNames(name)))
    .select([
      'checkups.id',
      'checkups.seq',
      'checkups.name',
      'checkups.first_name',
      'checkups.last_name',
      'checkups.partner_id',
      'partners.first_name as partner_first_name',
      'partners.last_name as partner_last_name',
      'partners.deleted_at as partner_deleted_at',
      'referrals.birth_date',
      'referrals.sex',
      'referrals.examination',
      'referrals.purpose',
      'referrals.teeth',
      'referrals.region',
      'referrals.question',
      'referrals.urgency',
      since.as('since'),
    ])
    .orderBy(rank)
    .orderBy('since')
    .orderBy('referrals.seq')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

export async function count(db: Db, name: string): Promise<number> {
  const row = await waiting(db)
    .where(({ and }) => and(matchNames(name)))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** An examination that is to be read, with its reader; undefined for others. */
export const find = (db: Db, checkupId: string): Promise<ReaderRow | undefined> =>
  withReader(db).where('checkups.id', '=', checkupId).executeTakeFirst();

export async function hasCheckup(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('checkups').select('id').where('id', '=', id);
  return (await row.executeTakeFirst()) !== undefined;
}

export async function isRadiologist(db: Db, id: string): Promise<boolean> {
  const row = db
    .selectFrom('admins')
    .select('id')
    .where('id', '=', id)
    .where('radiologist_name', 'is not', null);
  return (await row.executeTakeFirst()) !== undefined;
}

/** In a transaction that has locked the examination. */
export async function save(tx: Db, row: Tables['readings']): Promise<void> {
  const { reader_id, taken_at } = row;
  await tx
    .insertInto('readings')
    .values(row)
    .onConflict((conflict) => conflict.column('checkup_id').doUpdateSet({ reader_id, taken_at }))
    .execute();
}

/** Whether it had a reader, or this one. */
export async function remove(tx: Db, checkupId: string, readerId?: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('readings')
    .where('checkup_id', '=', checkupId)
    .$if(readerId !== undefined, (query) => query.where('reader_id', '=', readerId ?? ''))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
