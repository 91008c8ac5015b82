import { decodeDicomText } from '@deqiq/contract/shared/imaging/dicom-text.ts';
import { type DataSet, parseDicom } from 'dicom-parser';
import { Tag } from './dicom-tags.ts';
import { inflateHead } from './zip-entries.ts';

/** Bytes in which the header is searched. */
export const HEAD_SIZE = 256 * 1024;

type Inflater = (bytes: Uint8Array, start: number) => Uint8Array;

/** The elements before the pixels; a deflated data set is inflated first (PS3.5, A.5). */
export async function parseHead(head: Uint8Array<ArrayBuffer>): Promise<DataSet | undefined> {
  let start: number | undefined;
  const parsed = parseWith(head, (bytes, position) => {
    start = position;
    return bytes.subarray(0, position);
  });
  if (start === undefined) return parsed;
  const dataSet = await inflateHead(head.subarray(start), HEAD_SIZE);
  return parseWith(head, (bytes, position) =>
    Uint8Array.from([...bytes.subarray(0, position), ...dataSet]),
  );
}

/** A header longer than the bytes that were read is cut off. */
function parseWith(head: Uint8Array, inflater: Inflater): DataSet | undefined {
  try {
    return parseDicom(head, { untilTag: Tag.pixelData, inflater });
  } catch (error) {
    return (error as { dataSet?: DataSet }).dataSet;
  }
}

export function readText(dataSet: DataSet, tag: string): string {
  const element = dataSet.elements[tag];
  if (!element) return '';
  const { dataOffset, length } = element;
  const bytes = dataSet.byteArray.subarray(dataOffset, dataOffset + length);
  return decodeDicomText(bytes as Uint8Array, dataSet.string(Tag.specificCharacterSet)).replace(
    /\0+$/,
    '',
  );
}

export function readDate(dataSet: DataSet, tag: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(readText(dataSet, tag)) ?? [];
  return year && month && day ? `${year}-${month}-${day}` : '';
}
