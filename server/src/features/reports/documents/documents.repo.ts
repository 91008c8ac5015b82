import { readContext } from '../../../platform/db/database-context.ts';
import { selectObjectId } from '../../../platform/db/file-objects.ts';
import type { Db } from '../../../platform/db/tables.ts';

export type ReportPicture = Awaited<ReturnType<typeof listPictures>>[number];

/**
 * Files with the summary of their pictures, and their first DICOM instance where they have one. A file that is held back is
 * left out: it may show another patient.
 */
export const listPictures = (db: Db, fileIds: readonly string[]) =>
  db
    .selectFrom('checkup_files as file')
    .leftJoin('file_imaging as imaging', 'imaging.file_id', 'file.id')
    .leftJoin('dicom_instances as instance', (join) =>
      join.onRef('instance.file_id', '=', 'file.id').on('instance.number', '=', 0),
    )
    .leftJoin('dicom_series as series', (join) =>
      join
        .onRef('series.file_id', '=', 'instance.file_id')
        .onRef('series.number', '=', 'instance.series'),
    )
    .select(({ selectFrom, fn }) => [
      'file.id',
      'file.content_type',
      'file.size as file_size',
      'imaging.summary',
      'series.study_uid',
      'series.series_uid',
      'series.modality',
      'series.attributes as shared',
      'instance.attributes as own',
      'instance.sop_uid',
      'instance.sop_class_uid',
      'instance.frames',
      'instance.byte_offset',
      'instance.byte_length',
      'instance.size',
      'instance.is_deflated',
      selectObjectId('file.id').as('object_id'),
      selectFrom('dicom_instances as each')
        .select(fn.countAll<number>().as('count'))
        .whereRef('each.file_id', '=', 'file.id')
        .as('instances'),
    ])
    .where('file.id', 'in', ['', ...fileIds])
    .where('file.patient_check', '!=', 'different')
    .execute();

/** The study of the pictures of a checkup, with its PatientID; undefined where they are no DICOM. */
export const findStudy = (db: Db, checkupId: string) =>
  db
    .selectFrom('checkup_files as file')
    .innerJoin('dicom_series as series', 'series.file_id', 'file.id')
    .select(['series.study_uid', 'series.patient_id'])
    .where('file.checkup_id', '=', checkupId)
    .where('file.patient_check', '!=', 'different')
    .orderBy('file.position')
    .orderBy('file.id')
    .orderBy('series.number')
    .executeTakeFirst();

/** The referring doctor of a checkup, and what its referral asked. */
export const findReferral = (db: Db, checkupId: string) =>
  db
    .selectFrom('checkups')
    .innerJoin('partners', 'partners.id', 'checkups.partner_id')
    .leftJoin('referrals', 'referrals.checkup_id', 'checkups.id')
    .select(['partners.first_name', 'partners.last_name', 'referrals.question'])
    .where('checkups.id', '=', checkupId)
    .executeTakeFirst();

/** The signed report with this hash. */
export const findByHash = (db: Db, sha256: string) =>
  db
    .selectFrom('diagnostic_reports')
    .innerJoin('report_keys', 'report_keys.id', 'diagnostic_reports.key_id')
    .select([
      'diagnostic_reports.document',
      'diagnostic_reports.signature',
      'diagnostic_reports.status',
      'diagnostic_reports.key_id',
      'report_keys.public_key',
    ])
    .where('sha256', '=', sha256)
    .executeTakeFirst();

/** Keeps a report until the commit; false where it was removed. */
export async function lockReport(tx: Db, id: string): Promise<boolean> {
  const row = tx.selectFrom('diagnostic_reports').select('id').where('id', '=', id);
  const locked = readContext(tx).dialect === 'postgres' ? row.forKeyShare() : row;
  return (await locked.executeTakeFirst()) !== undefined;
}
