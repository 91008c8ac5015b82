import { loadDictionary } from '../../../../platform/dicom/dictionary.ts';
import type { Level } from '../../../../platform/dicom/levels.ts';
import { formatTag, Tag } from '../../../../platform/dicom/tags.ts';

/** Columns that searches compare. */
export type MatchColumn =
  | 'study_uid'
  | 'series_uid'
  | 'sop_uid'
  | 'sop_class_uid'
  | 'patient_id'
  | 'patient_key'
  | 'birth_date'
  | 'sex'
  | 'description_key'
  | 'series_description_key'
  | 'study_date'
  | 'study_time'
  | 'accession_number'
  | 'study_id'
  | 'referring_key'
  | 'modality'
  | 'series_number'
  | 'performed_date'
  | 'performed_time'
  | 'scheduled_step_id'
  | 'procedure_id'
  | 'instance_number';

/** How an attribute is compared (PS3.4, C.2.2.2); a `code` may be a list, a `folded` text ignores case and diacritics. */
export type Matching = 'uid' | 'text' | 'code' | 'folded' | 'name' | 'range' | 'time' | 'number';

interface MatchKey {
  readonly tag: string;
  readonly keyword: string;
  readonly level: Level;
  readonly column: MatchColumn;
  readonly matching: Matching;
}

const key = (
  tag: number,
  keyword: string,
  level: Level,
  column: MatchColumn,
  matching: Matching,
): MatchKey => ({ tag: formatTag(tag), keyword, level, column, matching });

/** An attribute of the request for a series. */
const requestKey = (tag: number, keyword: string, column: MatchColumn): MatchKey => ({
  tag: `${formatTag(Tag.requestAttributesSequence)}.${formatTag(tag)}`,
  keyword: `RequestAttributesSequence.${keyword}`,
  level: 'series',
  column,
  matching: 'text',
});

/** The attributes that a search has to match (PS3.18, tables 10.6.1-5 to 10.6.1-7), and those that OHIF's list sends. */
export const matchKeys: readonly MatchKey[] = [
  key(Tag.studyInstanceUid, 'StudyInstanceUID', 'study', 'study_uid', 'uid'),
  key(Tag.studyDate, 'StudyDate', 'study', 'study_date', 'range'),
  key(Tag.studyTime, 'StudyTime', 'study', 'study_time', 'time'),
  key(Tag.accessionNumber, 'AccessionNumber', 'study', 'accession_number', 'text'),
  key(Tag.modalitiesInStudy, 'ModalitiesInStudy', 'study', 'modality', 'code'),
  key(Tag.studyDescription, 'StudyDescription', 'study', 'description_key', 'folded'),
  key(Tag.referringPhysicianName, 'ReferringPhysicianName', 'study', 'referring_key', 'name'),
  key(Tag.patientName, 'PatientName', 'study', 'patient_key', 'name'),
  key(Tag.patientId, 'PatientID', 'study', 'patient_id', 'text'),
  key(Tag.patientBirthDate, 'PatientBirthDate', 'study', 'birth_date', 'range'),
  key(Tag.patientSex, 'PatientSex', 'study', 'sex', 'code'),
  key(Tag.studyId, 'StudyID', 'study', 'study_id', 'text'),
  key(Tag.seriesInstanceUid, 'SeriesInstanceUID', 'series', 'series_uid', 'uid'),
  key(Tag.modality, 'Modality', 'series', 'modality', 'code'),
  key(Tag.seriesDescription, 'SeriesDescription', 'series', 'series_description_key', 'folded'),
  key(Tag.seriesNumber, 'SeriesNumber', 'series', 'series_number', 'number'),
  key(
    Tag.performedProcedureStepStartDate,
    'PerformedProcedureStepStartDate',
    'series',
    'performed_date',
    'range',
  ),
  key(
    Tag.performedProcedureStepStartTime,
    'PerformedProcedureStepStartTime',
    'series',
    'performed_time',
    'time',
  ),
  requestKey(Tag.scheduledProcedureStepId, 'ScheduledProcedureStepID', 'scheduled_step_id'),
  requestKey(Tag.requestedProcedureId, 'RequestedProcedureID', 'procedure_id'),
  key(Tag.sopInstanceUid, 'SOPInstanceUID', 'instance', 'sop_uid', 'uid'),
  key(Tag.sopClassUid, 'SOPClassUID', 'instance', 'sop_class_uid', 'uid'),
  key(Tag.instanceNumber, 'InstanceNumber', 'instance', 'instance_number', 'number'),
];

const TAG = /^[0-9A-Fa-f]{8}$/;

/** The tag of an attribute named by tag or keyword; undefined where there is none. */
export function findTag(name: string): string | undefined {
  if (TAG.test(name)) return name.toUpperCase();
  if (!/^[A-Z]\w{1,63}$/.test(name)) return undefined;
  return matchKeys.find(({ keyword }) => keyword === name)?.tag ?? loadDictionary().tagOf.get(name);
}
