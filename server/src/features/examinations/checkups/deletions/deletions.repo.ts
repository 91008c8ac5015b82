import { sql } from 'kysely';
import { readContext } from '../../../../platform/db/database-context.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import { listFiles } from './listed-deletions.repo.ts';

export interface NewDeletion {
  readonly id: string;
  readonly checkupId: string;
  readonly deletedBy: string;
  /** ISO text. */
  readonly at: string;
}

/** In a transaction: moves a checkup into the deletions. Returns the ids of its files; undefined without a checkup. */
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

/** In a transaction with the lock: restores the file under a name from `freeName`. False if its checkup is gone. */
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

const checkupColumns = sql.raw(
  `partner_id, first_name, last_name, name, description, start_date, end_date, status,
  created_at, name_key, patient_id, patient_link`,
);

const fileColumns = sql.raw(
  `id, checkup_id, kind, position, name, size, content_type, crc32, created_at,
  patient_check, completes_checkup`,
);

/** In a transaction: locks the checkup against other changes of its files. */
export async function lockCheckup(tx: Db, id: string): Promise<boolean> {
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
