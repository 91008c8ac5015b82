import { formatPersonName } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import { foldText } from '@deqiq/contract/shared/text.ts';
import { readContext } from '../../../platform/db/database-context.ts';
import type { Db, DicomInstanceRow, DicomSeriesRow } from '../../../platform/db/tables.ts';
import { parseDicomDate, parseDicomTime } from '../../../platform/dicom/dates.ts';
import { formatTag, Tag } from '../../../platform/dicom/tags.ts';
import type {
  DicomJson,
  IndexedInstance,
  IndexedSeries,
} from '../../../platform/media/dicom-index.ts';

/** Rows of one statement: PostgreSQL allows 65,535 parameters. */
const BATCH_SIZE = 500;

/** Characters of a text that searches compare; DICOM allows 64 in most of them. */
const MAX_TEXT = 256;

/** Replaces the index of a file. A file that has been removed permanently gets none. */
export async function replaceIndex(
  tx: Db,
  fileId: string,
  series: readonly IndexedSeries[],
): Promise<void> {
  const row = tx.selectFrom('file_imaging').select('file_id').where('file_id', '=', fileId);
  // Held until the commit, so that a removal waits and takes the index with it.
  const locked = readContext(tx).dialect === 'postgres' ? row.forKeyShare() : row;
  const file = await locked.executeTakeFirst();
  await tx.deleteFrom('dicom_instances').where('file_id', '=', fileId).execute();
  await tx.deleteFrom('dicom_series').where('file_id', '=', fileId).execute();
  if (!file) return;
  const instances = series.flatMap((one, number) =>
    one.instances.map((instance) => toInstanceRow(fileId, number, instance)),
  );
  for (let at = 0; at < series.length; at += BATCH_SIZE)
    await tx
      .insertInto('dicom_series')
      .values(series.slice(at, at + BATCH_SIZE).map((one, n) => toSeriesRow(fileId, at + n, one)))
      .execute();
  for (let at = 0; at < instances.length; at += BATCH_SIZE)
    await tx
      .insertInto('dicom_instances')
      .values(instances.slice(at, at + BATCH_SIZE))
      .execute();
}

function toSeriesRow(fileId: string, number: number, series: IndexedSeries): DicomSeriesRow {
  // Values that differ between instances are those of the first instance.
  const first: DicomJson = JSON.parse(series.instances[0]?.texts.brief ?? '{}');
  const data: DicomJson = { ...first, ...JSON.parse(series.texts.brief) };
  const text = (tag: number) => readText(data, tag);
  const request = (data[formatTag(Tag.requestAttributesSequence)]?.Value?.[0] ?? {}) as DicomJson;
  return {
    file_id: fileId,
    number,
    study_uid: series.studyUid,
    series_uid: series.seriesUid,
    patient_id: text(Tag.patientId),
    patient_name: formatPersonName(text(Tag.patientName)),
    patient_key: foldText(text(Tag.patientName)),
    study_date: toDate(text(Tag.studyDate)),
    study_time: toTime(text(Tag.studyTime)),
    accession_number: text(Tag.accessionNumber),
    study_id: text(Tag.studyId),
    referring_key: foldText(text(Tag.referringPhysicianName)),
    modality: text(Tag.modality),
    series_number: readInteger(data, Tag.seriesNumber),
    performed_date: toDate(text(Tag.performedProcedureStepStartDate)),
    performed_time: toTime(text(Tag.performedProcedureStepStartTime)),
    scheduled_step_id: readText(request, Tag.scheduledProcedureStepId),
    procedure_id: readText(request, Tag.requestedProcedureId),
    birth_date: toDate(text(Tag.patientBirthDate)),
    sex: text(Tag.patientSex),
    description_key: foldText(text(Tag.studyDescription)),
    series_description_key: foldText(text(Tag.seriesDescription)),
    instances: new Set(series.instances.map(({ sopUid }) => sopUid)).size,
    attributes: series.texts.all,
    brief: series.texts.brief,
  };
}

/** As programs write them in searches. */
const toDate = (text: string) => parseDicomDate(text).replaceAll('-', '');
const toTime = (text: string) => parseDicomTime(text).replaceAll(':', '');

function toInstanceRow(
  fileId: string,
  series: number,
  instance: IndexedInstance,
): DicomInstanceRow {
  return {
    file_id: fileId,
    number: instance.number,
    series,
    sop_uid: instance.sopUid,
    sop_class_uid: instance.sopClassUid,
    transfer_syntax: instance.transferSyntax,
    instance_number: instance.instanceNumber ?? null,
    frames: instance.frames,
    byte_offset: instance.offset,
    byte_length: instance.length,
    size: instance.size,
    is_deflated: instance.isDeflated ? 1 : 0,
    data_offset: instance.dataOffset,
    frame_parts: instance.frameParts ?? null,
    attributes: instance.texts.all,
    brief: instance.texts.brief,
  };
}

/** The first value of an attribute; of a name, its alphabetic form. */
function readText(data: DicomJson, tag: number): string {
  const value = data[formatTag(tag)]?.Value?.[0];
  const text =
    typeof value === 'object' && value !== null && 'Alphabetic' in value ? value.Alphabetic : value;
  const isText = typeof text === 'string' || typeof text === 'number';
  return isText ? String(text).slice(0, MAX_TEXT) : '';
}

function readInteger(data: DicomJson, tag: number): number | null {
  const number = Number(readText(data, tag) || Number.NaN);
  return Number.isSafeInteger(number) && Math.abs(number) < 2 ** 31 ? number : null;
}

/** The instances of a file begin so many bytes later: it has become the first entry of an archive. */
export async function shiftInstances(tx: Db, fileId: string, offset: number): Promise<void> {
  if (offset === 0) return;
  await tx
    .updateTable('dicom_instances')
    .set((row) => ({ byte_offset: row('byte_offset', '+', offset) }))
    .where('file_id', '=', fileId)
    .execute();
}
