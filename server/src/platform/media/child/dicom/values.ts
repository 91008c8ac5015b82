import type { DataSet, Element } from 'dicom-parser';
import { formatTag } from '../../../dicom/tags.ts';

/** dicom-parser's name of an attribute. */
const toKey = (tag: number): string => `x${formatTag(tag).toLowerCase()}`;

export const findElement = (data: DataSet, tag: number): Element | undefined =>
  data.elements[toKey(tag)];

export const findItem = (data: DataSet, sequence: number, index = 0): DataSet | undefined =>
  findElement(data, sequence)?.items?.[index]?.dataSet;

/** A text without blanks around it; '' where it is missing. */
export const readString = (data: DataSet, tag: number): string => data.string(toKey(tag)) ?? '';

export const readUint16 = (data: DataSet, tag: number, index = 0): number | undefined =>
  data.uint16(toKey(tag), index);

export const readInt16 = (data: DataSet, tag: number, index = 0): number | undefined =>
  data.int16(toKey(tag), index);

/** All words of a value of `length` bytes. */
export function readWords(data: DataSet, tag: number, length: number): Uint16Array {
  const key = toKey(tag);
  return Uint16Array.from(
    { length: Math.floor(length / 2) },
    (_, index) => data.uint16(key, index) ?? 0,
  );
}

/** No measured value, distance or factor is larger; products of larger ones would be infinite. */
const MAX_NUMBER = 1e12;

/** A number of a decimal or integer string; undefined where it is none. */
export function readNumber(data: DataSet, tag: number, index = 0): number | undefined {
  const value = Number(readString(data, tag).split('\\')[index]?.trim() || Number.NaN);
  return Math.abs(value) <= MAX_NUMBER ? value : undefined;
}

/** The first `count` numbers of a decimal string; undefined where there are fewer. */
export function readNumbers(data: DataSet, tag: number, count: number): number[] | undefined {
  const values = Array.from({ length: count }, (_, index) => readNumber(data, tag, index));
  return values.every((value) => value !== undefined) ? values : undefined;
}
