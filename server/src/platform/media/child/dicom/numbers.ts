import type { DataSet } from 'dicom-parser';

/** No measured value, distance or factor is larger; products of larger ones would be infinite. */
const MAX_NUMBER = 1e12;

/** A number of a decimal or integer string; undefined where it is none. */
export function readNumber(data: DataSet, tag: string, index = 0): number | undefined {
  const value = Number(data.string(tag)?.split('\\')[index]?.trim() || Number.NaN);
  return Math.abs(value) <= MAX_NUMBER ? value : undefined;
}

/** The first `count` numbers of a decimal string; undefined where there are fewer. */
export function readNumbers(data: DataSet, tag: string, count: number): number[] | undefined {
  const values = Array.from({ length: count }, (_, index) => readNumber(data, tag, index));
  return values.every((value) => value !== undefined) ? values : undefined;
}
