import { sql } from 'kysely';
import type { Db, ShareRow, ShareVisitRow } from '../../../../platform/db/tables.ts';

/** A share with its partner. */
export type FoundShare = ShareRow & {
  readonly first_name: string;
  readonly last_name: string;
  readonly partner_deleted_at: string | null;
};

const selectShares = (db: Db) =>
  db
    .selectFrom('shares')
    .innerJoin('partners', 'partners.id', 'shares.partner_id')
    .selectAll('shares')
    .select([
      'partners.first_name',
      'partners.last_name',
      'partners.deleted_at as partner_deleted_at',
    ]);

/** The share of a token, ended or not. */
export function findByToken(db: Db, tokenHash: string): Promise<FoundShare | undefined> {
  return selectShares(db).where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** In a transaction: the same, locked against other attempts to open it. */
export async function lockByToken(tx: Db, tokenHash: string): Promise<FoundShare | undefined> {
  await tx
    .updateTable('shares')
    .set({ token_hash: tokenHash })
    .where('token_hash', '=', tokenHash)
    .execute();
  return findByToken(tx, tokenHash);
}

export async function update(
  tx: Db,
  id: string,
  changes: Partial<
    Pick<
      ShareRow,
      'failed_pins' | 'locked_until' | 'ended_at' | 'end_reason' | 'openings' | 'last_opened_at'
    >
  >,
): Promise<void> {
  await tx.updateTable('shares').set(changes).where('id', '=', id).execute();
}

export async function insertVisit(tx: Db, row: ShareVisitRow): Promise<void> {
  await tx.insertInto('share_visits').values(row).execute();
}

/** Removes all but the last `max` visits of a share. */
export async function removeOldVisits(tx: Db, shareId: string, max: number): Promise<void> {
  const old = tx
    .selectFrom('share_visits')
    .select('id')
    .where('share_id', '=', shareId)
    .orderBy('id', 'desc')
    .offset(max)
    .limit(max);
  await tx.deleteFrom('share_visits').where('id', 'in', old).execute();
}

/** Visits that may open files now: neither they nor their shares have ended. */
const selectOpen = (db: Db, at: string) =>
  db
    .selectFrom('share_visits')
    .innerJoin('shares', 'shares.id', 'share_visits.share_id')
    .innerJoin('checkups', 'checkups.id', 'shares.live_checkup_id')
    .innerJoin('partners', 'partners.id', 'shares.partner_id')
    .select(['share_visits.id', 'share_visits.share_id'])
    .where('share_visits.expires_at', '>', at)
    .where('shares.expires_at', '>', at)
    .where('shares.ended_at', 'is', null)
    .where('partners.deleted_at', 'is', null)
    .whereRef('checkups.partner_id', '=', 'shares.partner_id');

/** The open visit with this cookie, if it is one of this share. */
export function findBySecret(db: Db, shareId: string, secretHash: string, at: string) {
  return selectOpen(db, at)
    .where('secret_hash', '=', secretHash)
    .where('share_id', '=', shareId)
    .executeTakeFirst();
}

/** The open visit with this id, if the file is part of its share. */
export function findForFile(db: Db, visitId: string, fileId: string, at: string) {
  return selectOpen(db, at)
    .innerJoin('share_files', 'share_files.share_id', 'shares.id')
    .innerJoin('checkup_files', (join) =>
      join
        .onRef('checkup_files.id', '=', 'share_files.file_id')
        .onRef('checkup_files.checkup_id', '=', 'checkups.id'),
    )
    .where('share_visits.id', '=', visitId)
    .where('share_files.file_id', '=', fileId)
    .where('checkup_files.patient_check', '!=', 'different')
    .executeTakeFirst();
}

export async function countDownload(tx: Db, visitId: string, shareId: string): Promise<void> {
  const downloads = sql<number>`downloads + 1`;
  await tx.updateTable('shares').set({ downloads }).where('id', '=', shareId).execute();
  await tx.updateTable('share_visits').set({ downloads }).where('id', '=', visitId).execute();
}
