import { loadDictionary } from '../../platform/media/dicom-dictionary.ts';
import type { Level } from '../../platform/media/dicom-levels.ts';

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
  tag: string,
  keyword: string,
  level: Level,
  column: MatchColumn,
  matching: Matching,
): MatchKey => ({ tag, keyword, level, column, matching });

/** The attributes that a search has to match (PS3.18, tables 10.6.1-5 to 10.6.1-7), and those that OHIF's list sends. */
export const matchKeys: readonly MatchKey[] = [
  key('0020000D', 'StudyInstanceUID', 'study', 'study_uid', 'uid'),
  key('00080020', 'StudyDate', 'study', 'study_date', 'range'),
  key('00080030', 'StudyTime', 'study', 'study_time', 'time'),
  key('00080050', 'AccessionNumber', 'study', 'accession_number', 'text'),
  key('00080061', 'ModalitiesInStudy', 'study', 'modality', 'code'),
  key('00081030', 'StudyDescription', 'study', 'description_key', 'folded'),
  key('00080090', 'ReferringPhysicianName', 'study', 'referring_key', 'name'),
  key('00100010', 'PatientName', 'study', 'patient_key', 'name'),
  key('00100020', 'PatientID', 'study', 'patient_id', 'text'),
  key('00100030', 'PatientBirthDate', 'study', 'birth_date', 'range'),
  key('00100040', 'PatientSex', 'study', 'sex', 'code'),
  key('00200010', 'StudyID', 'study', 'study_id', 'text'),
  key('0020000E', 'SeriesInstanceUID', 'series', 'series_uid', 'uid'),
  key('00080060', 'Modality', 'series', 'modality', 'code'),
  key('0008103E', 'SeriesDescription', 'series', 'series_description_key', 'folded'),
  key('00200011', 'SeriesNumber', 'series', 'series_number', 'number'),
  key('00400244', 'PerformedProcedureStepStartDate', 'series', 'performed_date', 'range'),
  key('00400245', 'PerformedProcedureStepStartTime', 'series', 'performed_time', 'time'),
  key(
    '00400275.00400009',
    'RequestAttributesSequence.ScheduledProcedureStepID',
    'series',
    'scheduled_step_id',
    'text',
  ),
  key(
    '00400275.00401001',
    'RequestAttributesSequence.RequestedProcedureID',
    'series',
    'procedure_id',
    'text',
  ),
  key('00080018', 'SOPInstanceUID', 'instance', 'sop_uid', 'uid'),
  key('00080016', 'SOPClassUID', 'instance', 'sop_class_uid', 'uid'),
  key('00200013', 'InstanceNumber', 'instance', 'instance_number', 'number'),
];

const TAG = /^[0-9A-Fa-f]{8}$/;

/** The tag of an attribute named by tag or keyword; undefined where there is none. */
export function findTag(name: string): string | undefined {
  if (TAG.test(name)) return name.toUpperCase();
  if (!/^[A-Z]\w{1,63}$/.test(name)) return undefined;
  return matchKeys.find(({ keyword }) => keyword === name)?.tag ?? loadDictionary().tagOf.get(name);
}
