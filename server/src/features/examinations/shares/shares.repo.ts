import type { Db, ShareRow } from '../../../platform/db/tables.ts';

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
