import { imagingColumns } from '../../../platform/db/lists/imaging-columns.ts';
import type { Db, QuestionFileRow, QuestionRow } from '../../../platform/db/tables.ts';

export type Side = QuestionRow['author_role'];

/** Oldest first. */
export const list = (db: Db, checkupId: string): Promise<QuestionRow[]> =>
  db
    .selectFrom('checkup_questions')
    .selectAll()
    .where('checkup_id', '=', checkupId)
    .orderBy('id')
    .execute();

export async function insert(tx: Db, row: QuestionRow): Promise<void> {
  await tx.insertInto('checkup_questions').values(row).execute();
}

export async function insertPhoto(tx: Db, row: QuestionFileRow): Promise<void> {
  await tx.insertInto('question_files').values(row).execute();
}

/** The photos of a checkup's questions. */
export const listPhotos = (db: Db, checkupId: string) =>
  db
    .selectFrom('question_files as file')
    .innerJoin('checkup_questions as question', 'question.id', 'file.question_id')
    .leftJoin('file_imaging', 'file_imaging.file_id', 'file.id')
    .select(['file.id', 'file.question_id', 'file.name', 'file.size', 'file.content_type'])
    .select(imagingColumns)
    .where('question.checkup_id', '=', checkupId)
    .execute();

/** Marks what one side wrote as read by the other. */
export async function markRead(tx: Db, checkupId: string, author: Side, at: string): Promise<void> {
  await tx
    .updateTable('checkup_questions')
    .set({ read_at: at })
    .where('checkup_id', '=', checkupId)
    .where('author_role', '=', author)
    .where('read_at', 'is', null)
    .execute();
}

/** The other side has written: what this side wrote is answered. */
export async function markAnswered(
  tx: Db,
  checkupId: string,
  author: Side,
  at: string,
): Promise<void> {
  await tx
    .updateTable('checkup_questions')
    .set({ answered_at: at })
    .where('checkup_id', '=', checkupId)
    .where('author_role', '=', author)
    .where('answered_at', 'is', null)
    .execute();
}

export const findCheckup = (db: Db, id: string) =>
  db.selectFrom('checkups').select(['id', 'partner_id']).where('id', '=', id).executeTakeFirst();

/** Whether the file is one of the checkup; partners do not see those that are held back. */
export async function hasFile(
  tx: Db,
  { checkupId, fileId, isPartner }: { checkupId: string; fileId: string; isPartner: boolean },
): Promise<boolean> {
  const file = tx
    .selectFrom('checkup_files')
    .select('id')
    .where('id', '=', fileId)
    .where('checkup_id', '=', checkupId)
    .$if(isPartner, (query) => query.where('patient_check', '!=', 'different'));
  return (await file.executeTakeFirst()) !== undefined;
}

/** Whether the report is one of the checkup; partners do not see drafts. */
export async function hasReport(
  tx: Db,
  { checkupId, reportId, isPartner }: { checkupId: string; reportId: string; isPartner: boolean },
): Promise<boolean> {
  const report = tx
    .selectFrom('diagnostic_reports')
    .select('id')
    .where('id', '=', reportId)
    .where('checkup_id', '=', checkupId)
    .$if(isPartner, (query) => query.where('status', '!=', 'draft'));
  return (await report.executeTakeFirst()) !== undefined;
}

/** The name under which a person writes; '' for staff without the right to sign. */
export async function findName(db: Db, role: Side, personId: string): Promise<string> {
  if (role === 'staff') {
    const staff = db.selectFrom('admins').select('radiologist_name').where('id', '=', personId);
    return (await staff.executeTakeFirst())?.radiologist_name ?? '';
  }
  const partner = await db
    .selectFrom('partners')
    .select(['first_name', 'last_name'])
    .where('id', '=', personId)
    .executeTakeFirst();
  return partner ? `${partner.first_name} ${partner.last_name}`.trim() : '';
}

/** A sweep deletes the bytes of the photos. */
export async function removeOfCheckup(tx: Db, checkupId: string, at: string): Promise<void> {
  const questions = tx
    .selectFrom('checkup_questions')
    .select('id')
    .where('checkup_id', '=', checkupId);
  const photos = tx.deleteFrom('question_files').where('question_id', 'in', questions);
  const removed = (await photos.returning('id').execute()).map(({ id }) => ({
    id,
    removed_at: at,
  }));
  if (removed.length > 0) await tx.insertInto('removed_files').values(removed).execute();
  await tx.deleteFrom('checkup_questions').where('checkup_id', '=', checkupId).execute();
}
