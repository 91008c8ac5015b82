import type { Insertable } from 'kysely';
import { findPatientRoots, listMergedPatients } from '../../../platform/db/patient-records.ts';
import { removeReportIndex } from '../../../platform/db/report-index.ts';
import type {
  Db,
  DiagnosticReportRow,
  ReportEntryRow,
  Tables,
} from '../../../platform/db/tables.ts';

/** A report with the present name of its author, and what follows it in order. */
export interface ListedReport extends DiagnosticReportRow {
  readonly username: string | null;
  readonly radiologist_name: string | null;
  readonly radiologist_title: string | null;
  readonly radiologist_licence: string | null;
  readonly entries: readonly ReportEntryRow[];
}

const select = (db: Db) =>
  db
    .selectFrom('diagnostic_reports')
    .leftJoin('admins', 'admins.id', 'diagnostic_reports.author_id')
    .selectAll('diagnostic_reports')
    .select([
      'admins.username',
      'admins.radiologist_name',
      'admins.radiologist_title',
      'admins.radiologist_licence',
    ]);

type Flat = Omit<ListedReport, 'entries'>;

async function withEntries(db: Db, rows: readonly Flat[]): Promise<ListedReport[]> {
  if (rows.length === 0) return [];
  const entries = await db
    .selectFrom('report_entries')
    .selectAll()
    .where(
      'report_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const byReport = Map.groupBy(entries, (entry) => entry.report_id);
  return rows.map((row) => ({ ...row, entries: byReport.get(row.id) ?? [] }));
}

/** The newest first: drafts by their creation, signed ones by their signature. */
export async function listOfCheckup(db: Db, checkupId: string): Promise<ListedReport[]> {
  const rows = await select(db).where('checkup_id', '=', checkupId).execute();
  const time = (row: Flat) => `${row.signed_at ?? row.created_at} ${row.id}`;
  rows.sort((one, other) => (time(one) < time(other) ? 1 : -1));
  return withEntries(db, rows);
}

/** The newest signed report of earlier examinations of the same patient; null where there is none. */
export async function findPrevious(db: Db, checkupId: string): Promise<ListedReport | null> {
  const checkup = await findCheckup(db, checkupId);
  if (!checkup?.patient_id) return null;
  const root = (await findPatientRoots(db, [checkup.patient_id])).get(checkup.patient_id);
  const rows = await select(db)
    .innerJoin('checkups', 'checkups.id', 'diagnostic_reports.checkup_id')
    .where('checkups.patient_id', 'in', root ? await listMergedPatients(db, root.id) : [''])
    .where('checkups.seq', '<', checkup.seq)
    .where('diagnostic_reports.status', '=', 'signed')
    .orderBy('diagnostic_reports.signed_at', 'desc')
    .limit(1)
    .execute();
  const [row] = await withEntries(db, rows);
  return row ?? null;
}

export async function find(db: Db, id: string): Promise<ListedReport | undefined> {
  const rows = await select(db).where('diagnostic_reports.id', '=', id).execute();
  const [row] = await withEntries(db, rows);
  return row;
}

export async function insert(tx: Db, row: Insertable<Tables['diagnostic_reports']>): Promise<void> {
  await tx.insertInto('diagnostic_reports').values(row).execute();
}

type Version = Pick<DiagnosticReportRow, 'id' | 'version'>;

/** Changes a draft of this version; false where it has another one, or is no draft any more. */
export async function updateDraft(
  tx: Db,
  { id, version }: Version,
  changes: Partial<Omit<DiagnosticReportRow, 'id' | 'checkup_id' | 'author_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('diagnostic_reports')
    .set(changes)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeDraft(tx: Db, { id, version }: Version): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('diagnostic_reports')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Locks a signed report until the commit and gives it a state; false where it is not signed any more. */
export async function advanceSigned(
  tx: Db,
  id: string,
  to: 'signed' | 'withdrawn',
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('diagnostic_reports')
    .set({ status: to, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'signed')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False where another entry has this position by now. */
export async function insertEntry(tx: Db, row: ReportEntryRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('report_entries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['report_id', 'position']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function hasSigned(tx: Db, checkupId: string): Promise<boolean> {
  const row = tx
    .selectFrom('diagnostic_reports')
    .select('id')
    .where('checkup_id', '=', checkupId)
    .where('status', '=', 'signed');
  return (await row.executeTakeFirst()) !== undefined;
}

/** With the rows of what follows them, and their DICOM instances. */
export async function removeOfCheckup(tx: Db, checkupId: string): Promise<void> {
  const removed = tx.deleteFrom('diagnostic_reports').where('checkup_id', '=', checkupId);
  const rows = await removed.returning('id').execute();
  await removeReportIndex(
    tx,
    rows.map(({ id }) => id),
  );
}

/** A member of staff who may sign; undefined for others. */
export async function findRadiologist(db: Db, id: string) {
  const row = await db
    .selectFrom('admins')
    .select(['id', 'radiologist_name', 'radiologist_title', 'radiologist_licence'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row.radiologist_name === null) return undefined;
  return {
    id,
    name: row.radiologist_name,
    title: row.radiologist_title ?? '',
    licence: row.radiologist_licence ?? '',
  };
}

export const findCheckup = (db: Db, id: string) =>
  db
    .selectFrom('checkups')
    .select([
      'id',
      'seq',
      'partner_id',
      'first_name',
      'last_name',
      'name',
      'created_at',
      'patient_id',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

/** The record of the patient of a checkup. */
export async function findPatient(db: Db, patientId: string | null) {
  if (patientId === null) return undefined;
  const root = (await findPatientRoots(db, [patientId])).get(patientId);
  if (!root) return undefined;
  return db
    .selectFrom('patients')
    .select(['seq', 'id', 'first_name', 'last_name', 'father_name', 'birth_date', 'sex'])
    .where('id', '=', root.id)
    .executeTakeFirst();
}

/** Files of a checkup whose patient is not in doubt. */
export const listFiles = (db: Db, checkupId: string) =>
  db
    .selectFrom('checkup_files')
    .select(['id', 'name', 'size', 'crc32'])
    .where('checkup_id', '=', checkupId)
    .where('patient_check', '!=', 'different')
    .execute();

/** The JSON of what is derived from files, by their ids. */
export async function findSummaries(
  db: Db,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('file_imaging')
    .select(['file_id', 'summary'])
    .where('file_id', 'in', ['', ...fileIds])
    .execute();
  return new Map(rows.flatMap(({ file_id, summary }) => (summary ? [[file_id, summary]] : [])));
}

/** Annotations of these files with these ids of their clients, and the calibrations of the same files, which give lengths their scale. */
export async function listAnnotations(
  db: Db,
  fileIds: readonly string[],
  clientIds: readonly string[],
) {
  if (clientIds.length === 0) return [];
  const rows = await db
    .selectFrom('annotations')
    .select(['client_id', 'file_id', 'version', 'label', 'content'])
    .where('file_id', 'in', ['', ...fileIds])
    .orderBy('id')
    .execute();
  const wanted = rows.filter(({ client_id }) => clientIds.includes(client_id));
  const files = new Set(wanted.map(({ file_id }) => file_id));
  return rows.filter(
    (row) =>
      wanted.includes(row) ||
      (files.has(row.file_id) && JSON.parse(row.content).kind === 'calibration'),
  );
}
