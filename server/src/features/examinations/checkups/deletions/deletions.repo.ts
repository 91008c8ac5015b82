import { type Selectable, sql } from 'kysely';
import { readContext } from '../../../../platform/db/database-context.ts';
import {
  type Page,
  type PageRequest,
  pagedQuery,
} from '../../../../platform/db/lists/list-query.ts';
import type { CheckupDeletionsTable } from '../../../../platform/db/tables/checkups.ts';
import type { Db } from '../../../../platform/db/tables.ts';

/** A deletion with its partner and the staff account that deleted, if it still exists. */
export interface DeletionRow
  extends Pick<
    Selectable<CheckupDeletionsTable>,
    'id' | 'kind' | 'checkup_id' | 'first_name' | 'last_name' | 'name' | 'deleted_at' | 'deleted_by'
  > {
  partner_id: string;
  partner_first_name: string;
  partner_last_name: string;
  /** SQLite returns 0 or 1. */
  partner_deleted: boolean | 0 | 1;
  deleted_by_name: string | null;
}

export interface DeletedFile {
  readonly deletion_id: string;
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

interface NewDeletion {
  readonly id: string;
  readonly checkupId: string;
  readonly deletedBy: string;
  /** ISO text. */
  readonly at: string;
}

const columns = [
  'checkup_deletions.id',
  'checkup_deletions.kind',
  'checkup_deletions.checkup_id',
  'checkup_deletions.first_name',
  'checkup_deletions.last_name',
  'checkup_deletions.name',
  'checkup_deletions.deleted_at',
  'checkup_deletions.deleted_by',
  'checkup_deletions.partner_id',
  'partners.first_name as partner_first_name',
  'partners.last_name as partner_last_name',
  sql<boolean>`partners.deleted_at is not null`.as('partner_deleted'),
  'admins.username as deleted_by_name',
] as const;

const deletionsPage = pagedQuery<DeletionRow>({ table: 'checkup_deletions' }, (db, page) =>
  db
    .selectFrom(page)
    .innerJoin('checkup_deletions', 'checkup_deletions.seq', 'page.seq')
    .innerJoin('partners', 'partners.id', 'checkup_deletions.partner_id')
    .leftJoin('admins', 'admins.id', 'checkup_deletions.deleted_by')
    .select(columns)
    .orderBy('page.seq', 'desc'),
);

/** Deletions whose patient's name matches, the last one first. */
export function list(
  db: Db,
  { page, limit, name }: PageRequest & { readonly name: string },
): Promise<Page<DeletionRow>> {
  return deletionsPage(db, { page, limit }, { search: name });
}

/** The files of these deletions, in the order of their checkups. */
export async function listFiles(db: Db, deletionIds: readonly string[]): Promise<DeletedFile[]> {
  if (deletionIds.length === 0) return [];
  return db
    .selectFrom('deleted_files')
    .select(['deletion_id', 'id', 'name', 'size'])
    .where('deletion_id', 'in', deletionIds)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/**
 * In a transaction: moves a checkup with its files into the deletions. Returns the ids of its files, or
 * undefined if the checkup does not exist.
 */
export async function moveCheckup(tx: Db, deletion: NewDeletion): Promise<string[] | undefined> {
  const { id, checkupId } = deletion;
  if (!(await lockCheckup(tx, checkupId))) return undefined;
  await insertDeletion(tx, deletion, 'checkup');
  await sql`insert into deleted_files (deletion_id, ${fileColumns})
    select ${id}, ${fileColumns} from checkup_files where checkup_id = ${checkupId}`.execute(tx);
  await tx.deleteFrom('checkups').where('id', '=', checkupId).execute();
  return (await listFiles(tx, [id])).map((file) => file.id);
}

/** In a transaction: moves one file of a checkup into the deletions. False if the file does not exist. */
export async function moveFile(tx: Db, fileId: string, deletion: NewDeletion): Promise<boolean> {
  const { id, checkupId } = deletion;
  if (!(await lockCheckup(tx, checkupId))) return false;
  await insertDeletion(tx, deletion, 'file');
  await sql`insert into deleted_files (deletion_id, ${fileColumns})
    select ${id}, ${fileColumns} from checkup_files
    where id = ${fileId} and checkup_id = ${checkupId}`.execute(tx);
  const { numDeletedRows } = await tx
    .deleteFrom('checkup_files')
    .where('id', '=', fileId)
    .where('checkup_id', '=', checkupId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Locks a deletion for restoring or removing; undefined if it does not exist or has the wrong age. */
export async function lock(
  tx: Db,
  id: string,
  age: { readonly after: string } | { readonly upTo: string },
) {
  const update = tx.updateTable('checkup_deletions').set({ id }).where('id', '=', id);
  const { numUpdatedRows } = await ('after' in age
    ? update.where('deleted_at', '>', age.after)
    : update.where('deleted_at', '<=', age.upTo)
  ).executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  return tx
    .selectFrom('checkup_deletions')
    .select(['kind', 'checkup_id', 'checkup_seq'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** In a transaction that holds the lock: restores the checkup with its id, files and position in lists. */
export async function restoreCheckup(tx: Db, id: string, seq: number): Promise<void> {
  const isPostgres = readContext(tx).dialect === 'postgres';
  // SQLite reuses the number of the newest row after its deletion.
  const isTaken = !isPostgres && (await hasSeq(tx, seq));
  const overriding = isPostgres ? sql`overriding system value` : sql``;
  const [target, source] = isTaken ? [sql``, sql``] : [sql`seq, `, sql`checkup_seq, `];
  await sql`insert into checkups (${target}id, ${checkupColumns}) ${overriding}
    select ${source}checkup_id, ${checkupColumns} from checkup_deletions
    where id = ${id}`.execute(tx);
  await sql`insert into checkup_files (${fileColumns})
    select ${fileColumns} from deleted_files where deletion_id = ${id}`.execute(tx);
}

/**
 * In a transaction that holds the lock: restores the file under the name that `freeName` derives from its own name
 * and the existing ones. False if its checkup does not exist.
 */
export async function restoreFile(
  tx: Db,
  id: string,
  checkupId: string,
  freeName: (name: string, taken: readonly string[]) => string,
): Promise<boolean> {
  if (!(await lockCheckup(tx, checkupId))) return false;
  const files = tx.selectFrom('checkup_files').select('name').where('checkup_id', '=', checkupId);
  const taken = (await files.execute()).map(({ name }) => name);
  for (const file of await listFiles(tx, [id])) {
    const name = freeName(file.name, taken);
    await tx.updateTable('deleted_files').set({ name }).where('id', '=', file.id).execute();
  }
  await sql`insert into checkup_files (${fileColumns})
    select ${fileColumns} from deleted_files where deletion_id = ${id}`.execute(tx);
  return true;
}

/** Removes a restored deletion; the rows of its files cascade. */
export async function remove(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('checkup_deletions').where('id', '=', id).execute();
}

/** Removes a deletion permanently and marks its files as removed, so that a sweep deletes their bytes. */
export async function removeForGood(tx: Db, id: string, at: string): Promise<void> {
  await sql`insert into removed_files (id, removed_at)
    select id, ${at} from deleted_files where deletion_id = ${id}`.execute(tx);
  await remove(tx, id);
}

/** Deletions up to an instant (ISO text), oldest first. */
export async function findOlderThan(db: Db, moment: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('checkup_deletions')
    .select('id')
    .where('deleted_at', '<=', moment)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of deletions of a person since an instant (ISO text), and the first of them. */
export async function countByPerson(db: Db, personId: string, since: string) {
  const row = await db
    .selectFrom('checkup_deletions')
    .select(({ fn }) => [
      fn.count<number>('checkup_id').distinct().as('count'),
      fn.min<string | null>('deleted_at').as('first'),
    ])
    .where('deleted_by', '=', personId)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), first: row?.first ?? since };
}

/** The number of all deletions, and of those since an instant (ISO text). */
export async function countAll(db: Db, since: string): Promise<{ all: number; recent: number }> {
  const { rows } = await sql<{ everything: number; recent: number | null }>`
    select count(*) as everything, sum(case when deleted_at > ${since} then 1 else 0 end) as recent
    from checkup_deletions`.execute(db);
  return { all: Number(rows[0]?.everything ?? 0), recent: Number(rows[0]?.recent ?? 0) };
}

const checkupColumns = sql.raw(
  `partner_id, first_name, last_name, name, description, start_date, end_date, status,
  created_at, name_key`,
);

const fileColumns = sql.raw(
  `id, checkup_id, kind, position, name, size, content_type, crc32, created_at,
  patient_check, completes_checkup`,
);

/** In a transaction: locks a shipment of the partner; false unless it is still pending without X-rays. */
export async function lockWaitingShipment(tx: Db, partnerId: string, id: string): Promise<boolean> {
  // After waiting for a lock PostgreSQL reads the row again, but not the files.
  await lockCheckup(tx, id);
  const { numUpdatedRows } = await tx
    .updateTable('checkups')
    .set({ id })
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'pending')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('checkup_files')
            .select('checkup_files.id')
            .whereRef('checkup_files.checkup_id', '=', 'checkups.id')
            .where('kind', '=', 'xray'),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the checkup belongs to the partner. */
export async function belongsToPartner(db: Db, partnerId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkups')
    .select('id')
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** In a transaction: locks the checkup against other changes of its files. */
async function lockCheckup(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('checkups')
    .set({ id })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function insertDeletion(
  tx: Db,
  { id, checkupId, deletedBy, at }: NewDeletion,
  kind: 'checkup' | 'file',
): Promise<void> {
  await sql`insert into checkup_deletions
    (id, kind, deleted_at, deleted_by, checkup_id, checkup_seq, ${checkupColumns})
    select ${id}, ${kind}, ${at}, ${deletedBy}, id, seq, ${checkupColumns} from checkups
    where id = ${checkupId}`.execute(tx);
}

async function hasSeq(tx: Db, seq: number): Promise<boolean> {
  const row = tx.selectFrom('checkups').select('seq').where('seq', '=', seq);
  return (await row.executeTakeFirst()) !== undefined;
}
