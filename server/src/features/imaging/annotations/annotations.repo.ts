import { type SqlBool, sql } from 'kysely';
import { readContext } from '../../../platform/db/database-context.ts';
import type { AnnotationRow, Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { isSurfaceType } from '../../../platform/media/surface-format.ts';

type Version = Pick<AnnotationRow, 'id' | 'version'>;

/** Whether the file belongs to a checkup that this person may see. */
export async function canSeeFile(db: Db, actor: Actor, fileId: string): Promise<boolean> {
  return (await visibleFile(db, actor, fileId).executeTakeFirst()) !== undefined;
}

/** The checkup of a file that this person may see, and whose patient is not in doubt. */
export async function findCheckup(db: Db, actor: Actor, fileId: string) {
  const file = visibleFile(db, actor, fileId).where('patient_check', '!=', 'different');
  const row = await file.select(['checkup_id', 'content_type']).executeTakeFirst();
  return row && { id: row.checkup_id, isOfScan: isSurfaceType(row.content_type) };
}

/** In a transaction: the same as `canSeeFile`, and locks the file against other new annotations. */
export async function lockFile(tx: Db, actor: Actor, fileId: string): Promise<boolean> {
  const file = visibleFile(tx, actor, fileId);
  // SQLite needs no lock: its transaction begins as the only writer.
  const isPostgres = readContext(tx).dialect === 'postgres';
  const locked = isPostgres ? file.forNoKeyUpdate('file_imaging') : file;
  return (await locked.executeTakeFirst()) !== undefined;
}

const visibleFile = (db: Db, { role, personId }: Actor, fileId: string) =>
  db
    .selectFrom('checkup_files')
    .innerJoin('checkups', 'checkups.id', 'checkup_files.checkup_id')
    .innerJoin('file_imaging', 'file_imaging.file_id', 'checkup_files.id')
    .select('checkup_files.id')
    .where('checkup_files.id', '=', fileId)
    .$if(role === 'partner', (query) =>
      query.where('checkups.partner_id', '=', personId).where('patient_check', '!=', 'different'),
    );

/**
 * Whether an annotation is staff's, or that of the partner of the examination. Others are of a partner from whom the file
 * was taken back; they are shown again once it is returned.
 */
const isCurrent = sql<SqlBool>`(annotations.author_role = 'staff' or exists (
  select 1 from checkup_files join checkups on checkups.id = checkup_files.checkup_id
  where checkup_files.id = annotations.file_id and checkups.partner_id = annotations.author_id))`;

/** In the order of their creation. */
export function list(db: Db, fileId: string): Promise<AnnotationRow[]> {
  return db
    .selectFrom('annotations')
    .selectAll()
    .where('file_id', '=', fileId)
    .where(isCurrent)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function find(db: Db, fileId: string, clientId: string): Promise<AnnotationRow | undefined> {
  return db
    .selectFrom('annotations')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('client_id', '=', clientId)
    .where(isCurrent)
    .executeTakeFirst();
}

export async function count(db: Db, fileId: string): Promise<number> {
  const row = await db
    .selectFrom('annotations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('file_id', '=', fileId)
    .where(isCurrent)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** False if the file has an annotation of this client id, also one that is not shown. */
export async function insert(tx: Db, row: AnnotationRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('annotations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['file_id', 'client_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False if the annotation has another version or was deleted. */
export async function update(
  tx: Db,
  { id, version }: Version,
  changes: Pick<AnnotationRow, 'label' | 'content' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('annotations')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False if the annotation has another version or was deleted. */
export async function remove(tx: Db, { id, version }: Version): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('annotations')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The name under which a person is the author of an annotation. */
export async function findName(db: Db, { role, personId }: Actor): Promise<string> {
  if (role === 'admin') {
    const staff = db.selectFrom('admins').select('username').where('id', '=', personId);
    return (await staff.executeTakeFirst())?.username ?? '';
  }
  const partner = await db
    .selectFrom('partners')
    .select(['first_name', 'last_name'])
    .where('id', '=', personId)
    .executeTakeFirst();
  return partner ? `${partner.first_name} ${partner.last_name}`.trim() : '';
}
