import type { DataSet } from 'dicom-parser';
import { Tag } from '../../../dicom/tags.ts';
import {
  findElement,
  findItem,
  readInt16,
  readNumber,
  readString,
  readUint16,
  readWords,
} from './values.ts';

/** One step of the grey-scale pipeline from stored value to brightness. */
export type Mapping = (value: number) => number;

/** A lookup table of the file (PS3.3, C.11.1.1 and C.11.2.1.1). Values before the first entry map to it. */
interface Table {
  readonly first: number;
  readonly bits: number;
  readonly entries: ArrayLike<number>;
}

/** `first` is signed if the pixels are. An entry count of 0 means 65,536. */
function readTable(data: DataSet, sequence: number, isSigned: boolean): Table | undefined {
  const item = findItem(data, sequence);
  if (!item) return undefined;
  const values = findElement(item, Tag.lutData);
  const bits = readUint16(item, Tag.lutDescriptor, 2);
  const first = (isSigned ? readInt16 : readUint16)(item, Tag.lutDescriptor, 1);
  if (!values || bits === undefined || first === undefined) return undefined;
  const count = readUint16(item, Tag.lutDescriptor, 0) || 65_536;
  const { dataOffset, length } = values;
  if (bits <= 8 && length < 2 * count)
    return { first, bits, entries: item.byteArray.subarray(dataOffset, dataOffset + length) };
  return { first, bits, entries: readWords(item, Tag.lutData, Math.min(2 * count, length)) };
}

const lookUp = ({ first, entries }: Table, value: number): number =>
  entries[Math.min(Math.max(Math.round(value) - first, 0), entries.length - 1)] ?? 0;

/** Stored value → measured value: by lookup table or linear rescale (PS3.3, C.11.1). */
export function readModalityMapping(data: DataSet, isSigned: boolean): Mapping {
  const table = readTable(data, Tag.modalityLutSequence, isSigned);
  if (table) return (value) => lookUp(table, value);
  const slope = readNumber(data, Tag.rescaleSlope) || 1;
  const intercept = readNumber(data, Tag.rescaleIntercept) ?? 0;
  return (value) => value * slope + intercept;
}

/** Measured value → brightness 0 to 1 by VOI table or window (PS3.3, C.11.2); undefined if none is usable. */
export function readWindowMapping(data: DataSet, isSigned: boolean): Mapping | undefined {
  const centre = readNumber(data, Tag.windowCenter);
  const width = readNumber(data, Tag.windowWidth);
  if (centre !== undefined && width !== undefined && width >= 1) {
    return windowMapping(centre, width, readString(data, Tag.voiLutFunction));
  }
  const table = readTable(data, Tag.voiLutSequence, isSigned);
  return table && ((value) => lookUp(table, value) / (2 ** table.bits - 1));
}

/** A window of one of the three shapes (PS3.3, C.11.2.1.2 and C.11.2.1.3). */
export function windowMapping(centre: number, width: number, shape: string): Mapping {
  if (shape === 'SIGMOID') return (value) => 1 / (1 + Math.exp((-4 * (value - centre)) / width));
  if (shape === 'LINEAR_EXACT') return (value) => (value - centre) / width + 0.5;
  return (value) => (value - (centre - 0.5)) / Math.max(width - 1, 1) + 0.5;
}
