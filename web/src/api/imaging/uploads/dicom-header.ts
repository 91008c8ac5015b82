import { formatPersonName } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import {
  areDifferentPatients,
  type FilePatient,
} from '@deqiq/contract/shared/patient/same-person.ts';
import type { DataSet } from 'dicom-parser';
import { isDicomFile, isDicomHead } from './content-check.ts';
import { HEAD_SIZE, parseHead, readDate, readText } from './dicom-head.ts';
import { Tag } from './dicom-tags.ts';
import { readZipEntries } from './zip-entries.ts';

/** Patient and examination of a DICOM file; '' where a value is missing. */
export type DicomHeader = FilePatient & {
  readonly firstName: string;
  readonly lastName: string;
  /** DICOM's abbreviation, for example PX or CT. */
  readonly modality: string;
  /** DICOM's word, for example JAW. */
  readonly bodyPart: string;
  /** YYYY-MM-DD. */
  readonly date: string;
};
/** Files of a ZIP that are tried: other files and the DICOMDIR come before the pictures. */
const MAX_TRIED = 30;
/** Files of a ZIP whose patients are compared, and their bytes that are read. */
const MAX_COMPARED = 500;
const COMPARED_SIZE = 64 * 1024;

/** The header of a DICOM file, or of the first one in a ZIP; undefined where there is none. Never throws. */
export async function readDicomHeader(file: Blob): Promise<DicomHeader | undefined> {
  try {
    for await (const head of heads(file)) {
      const header = await parseHeader(head);
      if (header) return header;
    }
  } catch {
    // The server says what is wrong with a file; here it only has no header.
  }
  return undefined;
}

/** The first patient in a ZIP who is not that of `header`; undefined where there is none. Never throws. */
export async function findOtherPatient(
  zip: Blob,
  header: DicomHeader,
  signal: AbortSignal,
): Promise<DicomHeader | undefined> {
  try {
    for (const entry of spread(await readZipEntries(zip), MAX_COMPARED)) {
      if (signal.aborted) return undefined;
      const head = await entry.readHead(COMPARED_SIZE).catch(() => new Uint8Array());
      const other = isDicomHead(head) ? await parseHeader(head) : undefined;
      if (other && areDifferentPatients(header, other)) return other;
    }
  } catch {
    // As above.
  }
  return undefined;
}

/** At most `max` elements, evenly spread: the files of one patient are side by side. */
function spread<T>(all: readonly T[], max: number): readonly T[] {
  const step = Math.max(1, all.length / max);
  return all.filter(
    (_, index) => index === 0 || Math.floor(index / step) > Math.floor((index - 1) / step),
  );
}

async function* heads(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (await isDicomFile(file)) {
    yield new Uint8Array(await file.slice(0, HEAD_SIZE).arrayBuffer());
    return;
  }
  for (const entry of (await readZipEntries(file)).slice(0, MAX_TRIED)) {
    const head = await entry.readHead(HEAD_SIZE);
    if (isDicomHead(head)) yield head;
  }
}

/** Undefined for a DICOMDIR and for anything else without a modality and a patient. */
async function parseHeader(head: Uint8Array<ArrayBuffer>): Promise<DicomHeader | undefined> {
  const dataSet = await parseHead(head);
  if (!dataSet) return undefined;
  const name = readText(dataSet, Tag.patientName);
  const modality = readText(dataSet, Tag.modality);
  if (!name && !modality) return undefined;
  return {
    ...splitName(name),
    modality,
    birthDate: readDate(dataSet, Tag.patientBirthDate),
    bodyPart: readText(dataSet, Tag.bodyPartExamined).toUpperCase(),
    date: findDate(dataSet),
  };
}

/** A device that writes no `^` leaves open which name is the first. */
function splitName(name: string) {
  const patientName = formatPersonName(name);
  const group = name.split('=').find((part) => part.replaceAll('^', '').trim() !== '') ?? '';
  const [last = '', first = ''] = group.split('^').map((part) => part.trim());
  if (first && last) return { patientName, firstName: first, lastName: last };
  const [one = '', ...others] = patientName.split(/\s+/);
  return { patientName, firstName: one, lastName: others.join(' ') };
}

/** Acquisition, content and study date, the first that is filled. */
function findDate(dataSet: DataSet): string {
  for (const tag of [Tag.acquisitionDate, Tag.contentDate, Tag.studyDate]) {
    const date = readDate(dataSet, tag);
    if (date) return date;
  }
  return '';
}
