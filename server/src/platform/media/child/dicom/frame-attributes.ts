import type { DataSet } from 'dicom-parser';
import { Tag } from '../../../dicom/tags.ts';
import { findElement, findItem, readNumber, readNumbers } from './values.ts';

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

/** Functional groups of enhanced multi-frame files (PS3.3, C.7.6.16), by the element that is looked for. */
const groups: Readonly<Record<number, number>> = {
  [Tag.imagePositionPatient]: Tag.planePositionSequence,
  [Tag.imageOrientationPatient]: Tag.planeOrientationSequence,
  [Tag.pixelSpacing]: Tag.pixelMeasuresSequence,
  [Tag.rescaleIntercept]: Tag.pixelValueTransformationSequence,
  [Tag.rescaleSlope]: Tag.pixelValueTransformationSequence,
  [Tag.modalityLutSequence]: Tag.pixelValueTransformationSequence,
  [Tag.windowCenter]: Tag.frameVoiLutSequence,
  [Tag.voiLutSequence]: Tag.frameVoiLutSequence,
};

/** The data set that contains an element for a frame: its own group, the shared group, or the file. */
export function findDataSet(data: DataSet, frame: number, tag: number): DataSet {
  const group = groups[tag];
  if (group === undefined) return data;
  const own = findItem(data, Tag.perFrameFunctionalGroupsSequence, frame);
  const shared = findItem(data, Tag.sharedFunctionalGroupsSequence);
  for (const item of [own, shared]) {
    const found = item && findItem(item, group);
    if (found && findElement(found, tag)) return found;
  }
  return data;
}

/** The plane of a frame; undefined where the file does not say where it is. */
export function readPlane(data: DataSet, frame: number): FramePlane | undefined {
  const numbers = (tag: number, count: number) =>
    readNumbers(findDataSet(data, frame, tag), tag, count);
  const position = numbers(Tag.imagePositionPatient, 3);
  const directions = numbers(Tag.imageOrientationPatient, 6);
  const spacing = numbers(Tag.pixelSpacing, 2);
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
  const hasOwnPosition = findDataSet(data, frame, Tag.imagePositionPatient) !== data;
  return hasOwnPosition || frame === 0 ? plane : advance(data, plane, frame);
}

/** Frames without positions of their own follow each other at Spacing Between Slices (0018,0088). */
function advance(data: DataSet, plane: FramePlane, frame: number): FramePlane | undefined {
  const distance = readNumber(data, Tag.spacingBetweenSlices);
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
