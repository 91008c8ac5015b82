import { decodeDicomText, formatPersonName } from '@deqiq/contract/shared/dicom-text.ts';
import { type DataSet, parseDicom } from 'dicom-parser';
import { isDicomFile } from './content-check.ts';
import { readZipEntries } from './zip-entries.ts';

/** What a DICOM file says of its patient and examination; '' where it says nothing. */
export type DicomHeader = {
  /** First name first. */
  readonly patientName: string;
  readonly firstName: string;
  readonly lastName: string;
  /** DICOM's abbreviation, for example PX or CT. */
  readonly modality: string;
  /** DICOM's word, for example JAW. */
  readonly bodyPart: string;
  /** YYYY-MM-DD. */
  readonly date: string;
};

/** Bytes in which the header is looked for. */
const HEAD_SIZE = 256 * 1024;
/** Files of a ZIP that are tried: other files and the DICOMDIR come before the pictures. */
const MAX_TRIED = 30;

const PIXEL_DATA = 'x7fe00010';

/** The header of a DICOM file, or of the first one in a ZIP; undefined where there is none. Never throws. */
export async function readDicomHeader(file: Blob): Promise<DicomHeader | undefined> {
  try {
    for await (const head of heads(file)) {
      const header = parseHeader(head);
      if (header) return header;
    }
  } catch {
    // The server says what is wrong with a file; here it only has no header.
  }
  return undefined;
}

async function* heads(file: Blob): AsyncGenerator<Uint8Array> {
  if (await isDicomFile(file)) {
    yield new Uint8Array(await file.slice(0, HEAD_SIZE).arrayBuffer());
    return;
  }
  for (const entry of (await readZipEntries(file)).slice(0, MAX_TRIED)) {
    const head = await entry.readHead(HEAD_SIZE);
    if (await isDicomFile(new Blob([head]))) yield head;
  }
}

/** Undefined for a DICOMDIR and for anything else without a modality and a patient. */
function parseHeader(head: Uint8Array): DicomHeader | undefined {
  const dataSet = parse(head);
  if (!dataSet) return undefined;
  const name = readText(dataSet, 'x00100010');
  const modality = readText(dataSet, 'x00080060');
  if (!name && !modality) return undefined;
  return {
    ...splitName(name),
    modality,
    bodyPart: readText(dataSet, 'x00180015').toUpperCase(),
    date: findDate(dataSet),
  };
}

/** The elements before the pixels. A header longer than the bytes that were read is cut off. */
function parse(head: Uint8Array): DataSet | undefined {
  try {
    return parseDicom(head, { untilTag: PIXEL_DATA });
  } catch (error) {
    return (error as { dataSet?: DataSet }).dataSet;
  }
}

function readText(dataSet: DataSet, tag: string): string {
  const element = dataSet.elements[tag];
  if (!element) return '';
  const { dataOffset, length } = element;
  const bytes = dataSet.byteArray.subarray(dataOffset, dataOffset + length);
  return decodeDicomText(bytes as Uint8Array, dataSet.string('x00080005')).replace(/\0+$/, '');
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
  for (const tag of ['x00080022', 'x00080023', 'x00080020']) {
    const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(readText(dataSet, tag)) ?? [];
    if (year && month && day) return `${year}-${month}-${day}`;
  }
  return '';
}
