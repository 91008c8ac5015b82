import { loadDictionary } from '../../platform/media/dicom-dictionary.ts';

export type Level = 'study' | 'series' | 'instance';

/** Columns that searches compare. */
export type MatchColumn =
  | 'study_uid'
  | 'series_uid'
  | 'sop_uid'
  | 'sop_class_uid'
  | 'patient_id'
  | 'patient_key'
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

/** How an attribute is compared (PS3.4, C.2.2.2). */
export type Matching = 'uid' | 'text' | 'name' | 'range' | 'time' | 'number';

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

/** The attributes that a search has to match (PS3.18, tables 10.6.1-5 to 10.6.1-7). */
export const matchKeys: readonly MatchKey[] = [
  key('0020000D', 'StudyInstanceUID', 'study', 'study_uid', 'uid'),
  key('00080020', 'StudyDate', 'study', 'study_date', 'range'),
  key('00080030', 'StudyTime', 'study', 'study_time', 'time'),
  key('00080050', 'AccessionNumber', 'study', 'accession_number', 'text'),
  key('00080061', 'ModalitiesInStudy', 'study', 'modality', 'text'),
  key('00080090', 'ReferringPhysicianName', 'study', 'referring_key', 'name'),
  key('00100010', 'PatientName', 'study', 'patient_key', 'name'),
  key('00100020', 'PatientID', 'study', 'patient_id', 'text'),
  key('00200010', 'StudyID', 'study', 'study_id', 'text'),
  key('0020000E', 'SeriesInstanceUID', 'series', 'series_uid', 'uid'),
  key('00080060', 'Modality', 'series', 'modality', 'text'),
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

/** Attributes of each level that a response contains where the file has them (PS3.18, tables 10.6.3-3 to 10.6.3-5). */
export const levelTags: Readonly<Record<Level, readonly string[]>> = {
  study: [
    ...['00080005', '00080020', '00080030', '00080050', '00080090', '00080201', '00081030'],
    ...['00100010', '00100020', '00100030', '00100040', '0020000D', '00200010'],
  ],
  series: [
    ...['00080005', '00080060', '00080201', '0008103E', '0020000E', '00200011'],
    ...['00400244', '00400245', '00400275'],
  ],
  instance: [
    ...['00080005', '00080016', '00080018', '00080201', '00200013'],
    ...['00280008', '00280010', '00280011', '00280100'],
  ],
};

const TAG = /^[0-9A-Fa-f]{8}$/;

/** The tag of an attribute named by tag or keyword; undefined where there is none. */
export function findTag(name: string): string | undefined {
  if (TAG.test(name)) return name.toUpperCase();
  if (!/^[A-Z]\w{1,63}$/.test(name)) return undefined;
  return matchKeys.find(({ keyword }) => keyword === name)?.tag ?? loadDictionary().tagOf.get(name);
}
