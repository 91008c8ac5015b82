import { decodeDicomText, formatPersonName } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient/patient-doubt.ts';
import { parseDicomDate } from './dates.ts';
import { readElements } from './elements.ts';
import { hasPrefix, readFileMeta } from './file-meta.ts';
import { Tag } from './tags.ts';

const WANTED: ReadonlySet<number> = new Set([
  Tag.specificCharacterSet,
  Tag.patientName,
  Tag.patientId,
  Tag.patientBirthDate,
  Tag.patientSex,
]);

const MAX_TEXT = 200;

/** Whether a file has the prefix of DICOM and no file meta behind it: nothing can read such a file. */
export const isWithoutMeta = (head: Buffer): boolean =>
  hasPrefix(head) && readFileMeta(head) === undefined;

/** The patient in the first bytes; undefined without file meta or where they end before the patient. Never throws. */
export function readPatientHead(head: Buffer): DescribedPatient | undefined {
  const meta = readFileMeta(head);
  const values = meta && readElements(head, meta, WANTED);
  if (!values) return undefined;
  const characterSet = values.get(Tag.specificCharacterSet)?.toString('latin1').trim() ?? '';
  const read = (tag: number) =>
    decodeDicomText((values.get(tag) ?? Buffer.alloc(0)).subarray(0, 1_024), characterSet).slice(
      0,
      MAX_TEXT,
    );
  const sex = read(Tag.patientSex);
  return {
    patientName: formatPersonName(read(Tag.patientName)),
    patientId: read(Tag.patientId),
    birthDate: parseDicomDate(read(Tag.patientBirthDate)),
    sex: /^[MFO]$/.test(sex) ? sex : '',
  };
}
