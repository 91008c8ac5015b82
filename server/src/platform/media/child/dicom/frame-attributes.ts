import type { DataSet } from 'dicom-parser';
import { readNumber, readNumbers } from './numbers.ts';

export type Vector = readonly [number, number, number];

/** Where a frame is in the patient (PS3.3, C.7.6.2): millimetres, x to the left, y to the back, z to the head. */
export interface FramePlane {
  /** Centre of the first pixel. */
  readonly position: Vector;
  /** Directions of increasing columns and rows. */
  readonly column: Vector;
  readonly row: Vector;
  /** Millimetres between columns, and between rows. */
  readonly spacing: readonly [number, number];
}

const [SHARED, PER_FRAME] = ['x52009229', 'x52009230'] as const;

/** Functional groups of enhanced multi-frame files (PS3.3, C.7.6.16), by the element that is looked for. */
const groups: Readonly<Record<string, string>> = {
  x00200032: 'x00209113',
  x00200037: 'x00209116',
  x00280030: 'x00289110',
  x00281052: 'x00289145',
  x00281053: 'x00289145',
  x00283000: 'x00289145',
  x00281050: 'x00289132',
  x00283010: 'x00289132',
};

/** The data set that contains an element for a frame: its own group, the shared group, or the file. */
export function dataSetOf(data: DataSet, frame: number, tag: string): DataSet {
  const group = groups[tag];
  const items = [data.elements[PER_FRAME]?.items?.[frame], data.elements[SHARED]?.items?.[0]];
  for (const item of group === undefined ? [] : items) {
    const found = item?.dataSet?.elements[group ?? '']?.items?.[0]?.dataSet;
    if (found?.elements[tag]) return found;
  }
  return data;
}

/** The plane of a frame; undefined where the file does not say where it is. */
export function readPlane(data: DataSet, frame: number): FramePlane | undefined {
  const numbers = (tag: string, count: number) =>
    readNumbers(dataSetOf(data, frame, tag), tag, count);
  const position = numbers('x00200032', 3);
  const directions = numbers('x00200037', 6);
  const spacing = numbers('x00280030', 2);
  if (!position || !directions || !spacing || spacing.some((value) => value <= 0)) return undefined;
  const column = normalize(directions.slice(0, 3));
  const row = normalize(directions.slice(3));
  if (!column || !row) return undefined;
  const plane: FramePlane = {
    position: toVector(position),
    column,
    row,
    spacing: [spacing[1] ?? 1, spacing[0] ?? 1],
  };
  const hasOwnPosition = dataSetOf(data, frame, 'x00200032') !== data;
  return hasOwnPosition || frame === 0 ? plane : advance(data, plane, frame);
}

/** Frames without positions of their own follow each other at Spacing Between Slices (0018,0088). */
function advance(data: DataSet, plane: FramePlane, frame: number): FramePlane | undefined {
  const distance = readNumber(data, 'x00180088');
  if (distance === undefined || distance === 0) return undefined;
  const normal = cross(plane.column, plane.row);
  return { ...plane, position: add(plane.position, scale(normal, distance * frame)) };
}

const toVector = ([x = 0, y = 0, z = 0]: readonly number[]): Vector => [x, y, z];

function normalize(values: readonly number[]): Vector | undefined {
  const length = Math.hypot(...values);
  return length > 0.5 && length < 2 ? scale(toVector(values), 1 / length) : undefined;
}

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, factor: number): Vector => [
  a[0] * factor,
  a[1] * factor,
  a[2] * factor,
];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
