import { decodeDicomText, formatPersonName } from '@deqiq/contract/shared/dicom-text.ts';
import type { DescribedPatient } from '@deqiq/contract/shared/patient-doubt.ts';
import { parseDicomDate } from './dicom-dates.ts';
import { readElements } from './dicom-elements.ts';
import { readFileMeta } from './dicom-meta.ts';

const tags = {
  characterSet: 0x0008_0005,
  patientName: 0x0010_0010,
  patientId: 0x0010_0020,
  birthDate: 0x0010_0030,
  sex: 0x0010_0040,
} as const;

const WANTED: ReadonlySet<number> = new Set(Object.values(tags));

const MAX_TEXT = 200;

/** Whether a file has the prefix of DICOM and no file meta behind it: nothing can read such a file. */
export const isWithoutMeta = (head: Buffer): boolean =>
  head.toString('latin1', 128, 132) === 'DICM' && readFileMeta(head) === undefined;

/**
 * The patient in the first bytes of a DICOM file; undefined where they are no DICOM file with file meta, or end before
 * the patient. Never throws.
 */
export function readPatientHead(head: Buffer): DescribedPatient | undefined {
  const meta = readFileMeta(head);
  const values = meta && readElements(head, meta, WANTED);
  if (!values) return undefined;
  const characterSet = values.get(tags.characterSet)?.toString('latin1').trim() ?? '';
  const read = (tag: number) =>
    decodeDicomText((values.get(tag) ?? Buffer.alloc(0)).subarray(0, 1_024), characterSet).slice(
      0,
      MAX_TEXT,
    );
  const sex = read(tags.sex);
  return {
    patientName: formatPersonName(read(tags.patientName)),
    patientId: read(tags.patientId),
    birthDate: parseDicomDate(read(tags.birthDate)),
    sex: /^[MFO]$/.test(sex) ? sex : '',
  };
}
