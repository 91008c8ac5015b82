import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import * as z from 'zod';
import { isTooth } from '../referrals/teeth.ts';
import { IMPLANT_SYSTEMS } from '../shared/imaging/implant-systems.ts';
import { LANDMARKS } from '../shared/imaging/landmarks.ts';
import {
  CALIBRATION_LENGTH,
  hasAllowedDiameter,
  IMPLANT_DIAMETER,
  IMPLANT_LENGTH,
  MAX_COORDINATE,
  MAX_MEASURED_VALUE,
  STRUCTURES,
} from './annotation-limits.ts';

const MAX_CANAL_POINTS = 100;

/** By how much the length of a unit vector may differ from 1. */
const UNIT_TOLERANCE = 1e-3;

const bounded = (min: number, max: number) =>
  z
    .number({ error: annotationMessages.badNumber })
    .min(min, { error: annotationMessages.badNumber })
    .max(max, { error: annotationMessages.badNumber });

const coordinate = bounded(-MAX_COORDINATE, MAX_COORDINATE);

const tupleError = { error: annotationMessages.badPoint };

type PicturePoint = readonly [x: number, y: number];

type PatientPoint = readonly [x: number, y: number, z: number];

/** Picture coordinates: full-resolution pixels; the centre of the first pixel is [0, 0]. */
const picturePoint: z.ZodType<PicturePoint, PicturePoint> = z.tuple(
  [coordinate, coordinate],
  tupleError,
);

/** Patient coordinates: millimetres; x to the patient's left, y to the back, z to the head. */
const patientPoint: z.ZodType<PatientPoint, PatientPoint> = z.tuple(
  [coordinate, coordinate, coordinate],
  tupleError,
);

const pointList = <Point>(
  point: z.ZodType<Point, Point>,
  min: number,
  max: number,
): z.ZodType<readonly Point[], readonly Point[]> =>
  z
    .array(point, { error: annotationMessages.badPoints })
    .min(min, { error: annotationMessages.badPoints })
    .max(max, { error: annotationMessages.badPoints });

const direction: z.ZodType<PatientPoint, PatientPoint> = z.tuple(
  [bounded(-2, 2), bounded(-2, 2), bounded(-2, 2)],
  tupleError,
);

/** All points in picture coordinates, or all in patient coordinates. */
const points = (min: number, max: number) =>
  z.union([pointList(picturePoint, min, max), pointList(patientPoint, min, max)], {
    error: annotationMessages.badPoints,
  });

/** Full-resolution pixels per pixel of the level that the points were set on. Absent in older annotations. */
const levelScale = bounded(1, 64).optional();

/** The frame of a stack, from 0. Absent in single pictures and volumes. */
const frame = z
  .int({ error: annotationMessages.badFrame })
  .min(0, { error: annotationMessages.badFrame })
  .max(100_000, { error: annotationMessages.badFrame })
  .optional();

/** The series of the picture (`imaging.series`), of a file with several. */
const series = z
  .string({ error: annotationMessages.badKind })
  .regex(/^[0-9a-f]{12}$/, { error: annotationMessages.badKind })
  .optional();

/** The tooth that an annotation is about, by FDI number (ISO 3950). */
const tooth = z
  .number({ error: annotationMessages.badTooth })
  .refine((number) => Number.isInteger(number) && isTooth(number), {
    error: annotationMessages.badTooth,
  })
  .optional();

interface Drawn {
  readonly points: readonly (readonly number[])[];
  readonly frame?: number | undefined;
}

const hasFrameInPictureOnly = ({ points: [first], frame: number }: Drawn): boolean =>
  number === undefined || first?.length === 2;

const frameError = { error: annotationMessages.frameInVolume, path: ['frame'] };

const isUnitVector = (vector: readonly number[]): boolean =>
  Math.abs(Math.hypot(...vector) - 1) <= UNIT_TOLERANCE;

type Matrix = readonly [PatientPoint, PatientPoint, PatientPoint];

/** Three unit vectors at right angles, the third the cross product of the others. */
function isRotation([left, back, head]: Matrix): boolean {
  const cross = left.map((_, axis) => {
    const next = (axis + 1) % 3;
    const last = (axis + 2) % 3;
    return (left[next] ?? 0) * (back[last] ?? 0) - (left[last] ?? 0) * (back[next] ?? 0);
  });
  const isRight = cross.every(
    (value, axis) => Math.abs(value - (head[axis] ?? 0)) < UNIT_TOLERANCE,
  );
  return isUnitVector(left) && isUnitVector(back) && isRight;
}

/** The patient's head is up. */
const areAxes = (axes: Matrix): boolean => isRotation(axes) && axes[0][0] > 0 && axes[2][2] > 0;

export const hasLength = ([from, to]: readonly (readonly number[])[]): boolean =>
  from !== undefined && to !== undefined && from.some((value, axis) => value !== to[axis]);

/** A shape of points in a picture, a frame of a stack, or a volume. */
const drawing = <const Kind extends string>(kind: Kind, min: number, max = min) =>
  z
    .object({ kind: z.literal(kind), points: points(min, max), frame, series, levelScale, tooth })
    .refine(hasFrameInPictureOnly, frameError);

const twoPoints = <const Kind extends string>(kind: Kind) =>
  drawing(kind, 2).refine(({ points: line }) => hasLength(line), {
    error: annotationMessages.noLength,
    path: ['points'],
  });

/** Share of its axes by which the ends of an ellipse may be off. */
const ELLIPSE_TOLERANCE = 1e-3;

/** Whether two axes, each with a length, cross in their middles at right angles. */
function isEllipse({ points: [left = [], right = [], top = [], bottom = []] }: Drawn): boolean {
  const axis = (from: readonly number[], to: readonly number[]) =>
    to.map((value, index) => value - (from[index] ?? 0));
  const across = axis(left, right);
  const along = axis(top, bottom);
  const lengths = [Math.hypot(...across), Math.hypot(...along)] as const;
  const tolerance = ELLIPSE_TOLERANCE * Math.max(...lengths);
  const dot = across.reduce((sum, value, index) => sum + value * (along[index] ?? 0), 0);
  const isCrossed = left.every(
    (value, index) =>
      Math.abs(value + (right[index] ?? 0) - (top[index] ?? 0) - (bottom[index] ?? 0)) <=
      2 * tolerance,
  );
  return Math.min(...lengths) > 0 && isCrossed && Math.abs(dot) <= tolerance * Math.min(...lengths);
}

/** Unit vectors to the right of a picture and down it. */
const projectionPlane = z
  .tuple([direction, direction], tupleError)
  .refine(
    ([right, down]) =>
      isUnitVector(right) &&
      isUnitVector(down) &&
      Math.abs(right.reduce((sum, value, axis) => sum + value * (down[axis] ?? 0), 0)) <
        UNIT_TOLERANCE,
    { error: annotationMessages.badAxes },
  )
  .readonly();

/** The landmarks of a cephalogram: a name for each point. */
const ceph = z
  .object({
    kind: z.literal('ceph'),
    points: pointList(picturePoint, 1, LANDMARKS.length),
    names: z
      .array(z.enum(LANDMARKS, { error: annotationMessages.badLandmarks }), {
        error: annotationMessages.badLandmarks,
      })
      .readonly(),
    /** Of a cephalogram projected from a volume: its points are millimetres of the patient along these directions. */
    plane: projectionPlane.optional(),
    frame,
    series,
    levelScale,
  })
  .refine(({ plane, frame: number }) => plane === undefined || number === undefined, frameError)
  .refine(
    ({ points: placed, names }) =>
      names.length === placed.length && new Set(names).size === names.length,
    { error: annotationMessages.badLandmarks, path: ['names'] },
  );

const pointIndex = z
  .int({ error: annotationMessages.badPoints })
  .min(0, { error: annotationMessages.badPoints })
  .max(MAX_CANAL_POINTS - 1, { error: annotationMessages.badPoints });

/** The line of a structure that an implant must not touch. */
const canal = z
  .object({
    kind: z.literal('canal'),
    points: pointList(patientPoint, 2, MAX_CANAL_POINTS),
    /** Absent: the mandibular canal. */
    structure: z.enum(STRUCTURES, { error: annotationMessages.badKind }).optional(),
    /** Millimetres; absent: the usual one of the structure. A sinus floor has none. */
    diameter: z.number({ error: annotationMessages.badNumber }).optional(),
    /** Indices of the points whose depth was seen in a plane or cross-section; a panoramic does not show it. */
    verified: z
      .array(pointIndex, { error: annotationMessages.badPoints })
      .max(MAX_CANAL_POINTS, { error: annotationMessages.badPoints })
      .readonly()
      .optional(),
    levelScale,
    series,
    tooth,
  })
  .refine(hasAllowedDiameter, { error: annotationMessages.badNumber, path: ['diameter'] });

/** Where a surface scan lies in the patient: patient = rotation × scan + shift, millimetres. */
const alignment = z.object({
  kind: z.literal('alignment'),
  /** The id of the scan's file. */
  scan: z
    .string({ error: annotationMessages.noScan })
    .regex(/^[0-9a-f-]{36}$/, { error: annotationMessages.noScan }),
  /** Rows of the matrix. */
  rotation: z
    .tuple([direction, direction, direction], tupleError)
    .refine(isRotation, { error: annotationMessages.badRotation })
    .readonly(),
  shift: patientPoint,
  /** The root mean square of the distances from bone, millimetres, and the share of the scan that lies at bone. */
  rms: bounded(0, 1_000),
  share: bounded(0, 1),
  series,
});

/** The shape and text of an annotation. Limits of points count for both kinds of coordinates. */
export const annotationContent = z.discriminatedUnion(
  'kind',
  [
    drawing('length', 2),
    drawing('polyline', 2, 100),
    /** The second point is the vertex. */
    drawing('angle', 3),
    /** From its tip to its other end, where its label is. */
    twoPoints('arrow'),
    /** A label at a point. */
    drawing('text', 1),
    /** The ends of one axis, then those of the other; grey values within are measured. */
    drawing('ellipse', 4).refine(isEllipse, {
      error: annotationMessages.badEllipse,
      path: ['points'],
    }),
    /** The line along which grey values are shown. */
    twoPoints('profile'),
    /** The true distance between two points of a picture. */
    z.object({
      kind: z.literal('calibration'),
      points: pointList(picturePoint, 2, 2).refine(hasLength, {
        error: annotationMessages.samePoints,
      }),
      frame,
      series,
      millimetres: bounded(CALIBRATION_LENGTH.min, CALIBRATION_LENGTH.max),
      tooth,
    }),
    canal,
    z.object({
      kind: z.literal('implant'),
      /** The centre of the platform. */
      position: patientPoint,
      /** From the platform to the apex: a unit vector. */
      direction: direction.refine(isUnitVector, { error: annotationMessages.badDirection }),
      /** Millimetres. */
      diameter: bounded(IMPLANT_DIAMETER.min, IMPLANT_DIAMETER.max),
      length: bounded(IMPLANT_LENGTH.min, IMPLANT_LENGTH.max),
      /** Absent: any size. The size is not compared with those of the system: lists change, stored plans stay. */
      system: z.enum(IMPLANT_SYSTEMS, { error: annotationMessages.badSystem }).optional(),
      series,
      tooth,
    }),
    ceph,
    /** Control points of the dental arch. */
    z.object({ kind: z.literal('arch'), points: pointList(patientPoint, 3, 20), series }),
    /** The directions to the left, back and head of a straightened head, as unit vectors of the patient. */
    z.object({
      kind: z.literal('straightening'),
      axes: z
        .tuple([direction, direction, direction], tupleError)
        .refine(areAxes, { error: annotationMessages.badAxes })
        .readonly(),
      series,
    }),
    alignment,
    /** The chosen window, in measured values. */
    z.object({
      kind: z.literal('window'),
      centre: bounded(-MAX_MEASURED_VALUE, MAX_MEASURED_VALUE),
      width: bounded(Number.MIN_VALUE, MAX_MEASURED_VALUE),
      series,
    }),
  ],
  { error: annotationMessages.badKind },
);

export type AnnotationContent = z.output<typeof annotationContent>;

export type AnnotationKind = AnnotationContent['kind'];
