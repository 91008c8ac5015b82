import { type ExpressionBuilder, sql } from 'kysely';
import type { PageRequest } from '../../../platform/db/lists/list-query.ts';
import { searchPatterns } from '../../../platform/db/lists/name-search.ts';
import type { Db, ShareRow, ShareVisitRow, Tables } from '../../../platform/db/tables.ts';

export interface ListedShare extends ShareRow {
  readonly partner_first_name: string;
  readonly partner_last_name: string;
  readonly partner_deleted_at: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly name: string | null;
  readonly files: number;
}

export interface ShareFilter {
  readonly partnerId?: string | undefined;
  readonly checkupId?: string | undefined;
  readonly status?: 'live' | 'ended' | undefined;
  /** A part of the patient's name. */
  readonly name?: string | undefined;
  /** Now, ISO text. */
  readonly at: string;
}

export type NewShare = Omit<
  ShareRow,
  | 'seq'
  | 'ended_at'
  | 'end_reason'
  | 'failed_pins'
  | 'locked_until'
  | 'openings'
  | 'downloads'
  | 'last_opened_at'
>;

/** The checkup, for its partner or for staff, with the ids of its files that its partner sees, in the order of lists. */
export async function findCheckup(db: Db, id: string, partnerId: string | undefined) {
  const checkup = await db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .select(['checkups.id', 'checkups.partner_id'])
    .where('checkups.id', '=', id)
    .where('partners.deleted_at', 'is', null)
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId ?? ''))
    .executeTakeFirst();
  if (!checkup) return undefined;
  const files = await db
    .selectFrom('checkup_files')
    .select('id')
    .where('checkup_id', '=', id)
    .where('patient_check', '!=', 'different')
    .orderBy('kind', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { ...checkup, files: files.map((file) => file.id) };
}

export async function insert(tx: Db, row: NewShare, fileIds: readonly string[]): Promise<void> {
  const state = { failed_pins: '[]', openings: 0, downloads: 0 };
  const open = { ended_at: null, end_reason: null, locked_until: null, last_opened_at: null };
  await tx
    .insertInto('shares')
    .values({ ...row, ...state, ...open })
    .execute();
  const files = fileIds.map((file_id) => ({ share_id: row.id, file_id }));
  await tx.insertInto('share_files').values(files).execute();
}

const selectListed = (db: Db) =>
  db
    .selectFrom('shares')
    .innerJoin('partners', 'partners.id', 'shares.partner_id')
    .leftJoin('checkups', 'checkups.id', 'shares.live_checkup_id')
    .selectAll('shares')

    .select([
      'partners.first_name as partner_first_name',
      'partners.last_name as partner_last_name',
      'partners.deleted_at as partner_deleted_at',
      'checkups.first_name',
      'checkups.last_name',
      'checkups.name',
      sql<number>`(select count(*) from share_files where share_id = shares.id)`.as('files'),
    ]);

type Joined = ExpressionBuilder<Tables, 'shares' | 'partners'>;

/** Conditions of a list. */
const isListed =
  ({ partnerId, checkupId, status, name = '', at }: ShareFilter) =>
  (is: Joined) => {
    const patterns = searchPatterns(name).map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
    const live = is.and([
      is('shares.ended_at', 'is', null),
      is('shares.live_checkup_id', 'is not', null),
      is('shares.expires_at', '>', at),
      is('partners.deleted_at', 'is', null),
    ]);
    return is.and([
      ...(partnerId === undefined ? [] : [is('shares.partner_id', '=', partnerId)]),
      ...(checkupId === undefined ? [] : [is('shares.checkup_id', '=', checkupId)]),
      ...(status === 'live' ? [live] : status === 'ended' ? [is.not(live)] : []),
      ...patterns.map((like) => sql<boolean>`checkups.name_key like ${like} escape '\\'`),
    ]);
  };

/** Newest first. */
export async function list(db: Db, { page, limit }: PageRequest, filter: ShareFilter) {
  const rows = await selectListed(db)
    .where((is) => isListed(filter)(is as unknown as Joined))
    .orderBy('shares.seq', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const count = await db
    .selectFrom('shares')
    .innerJoin('partners', 'partners.id', 'shares.partner_id')
    .leftJoin('checkups', 'checkups.id', 'shares.live_checkup_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((is) => isListed(filter)(is as unknown as Joined))
    .executeTakeFirst();
  return { rows, total: Number(count?.count ?? 0) };
}

export function find(db: Db, id: string, partnerId?: string): Promise<ListedShare | undefined> {
  return selectListed(db)
    .where('shares.id', '=', id)
    .$if(partnerId !== undefined, (query) => query.where('shares.partner_id', '=', partnerId ?? ''))
    .executeTakeFirst();
}

/** The last visits of each of these shares, newest first. */
export async function listVisits(
  db: Db,
  shareIds: readonly string[],
  max: number,
): Promise<ShareVisitRow[]> {
  if (shareIds.length === 0) return [];
  const numbered = db
    .selectFrom('share_visits')
    .selectAll()
    .select(sql<number>`row_number() over (partition by share_id order by id desc)`.as('number'))
    .where('share_id', 'in', shareIds);
  return db
    .selectFrom(numbered.as('visits'))
    .selectAll()
    .where('number', '<=', max)
    .orderBy('id', 'desc')
    .execute();
}

/** False if it has ended before. */
export async function end(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shares')
    .set({ ended_at: at, end_reason: 'revoked' })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends every share that a person has created and that still opens. Returns their ids. */
export async function endOfCreator(
  tx: Db,
  creator: Pick<ShareRow, 'created_by' | 'creator_id'>,
  at: string,
): Promise<string[]> {
  const rows = await tx
    .updateTable('shares')
    .set({ ended_at: at, end_reason: 'revoked' })
    .where('created_by', '=', creator.created_by)
    .where('creator_id', '=', creator.creator_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the files of a share that still exist. */
export async function listFileIds(db: Db, shareId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('share_files')
    .select('file_id')
    .where('share_id', '=', shareId)
    .execute();
  return rows.map((row) => row.file_id);
}

/** Removes shares that ended or expired before an instant (ISO text). Returns how many. */
export async function removeOlderThan(db: Db, moment: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('shares')
    .where((is) => is.or([is('ended_at', '<', moment), is('expires_at', '<', moment)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
