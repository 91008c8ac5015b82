import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { LANDMARKS, type Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { Content } from '../../annotations/kinds.ts';
import { dot, isPoint2, isPoint3, type Point2, type Point3 } from '../../geometry/vectors.ts';
import {
  coarserLevel,
  type DrawnPoints,
  type FinishOptions,
  frameField,
  type HandleMove,
  patientPoints,
  picturePoints,
} from './annotation-content.ts';

export type Ceph = Content<'ceph'>;

type Plane = NonNullable<Ceph['plane']>;

/** A point of the patient in the projection along a plane's depth, millimetres. */
const projectOn = ([right, down]: Plane, point: Point3): Point2 => [
  dot(point, right),
  dot(point, down),
];

/** The first landmark of a tracing. A drag places it where it ends. */
export function createCeph(drawn: DrawnPoints, options: FinishOptions): Ceph | undefined {
  const { levelScale } = drawn;
  const { plane } = options;
  const inPatient = patientPoints(drawn).at(-1);
  if (inPatient && plane) {
    const names = [options.landmark ?? LANDMARKS[0]];
    return { kind: 'ceph', points: [projectOn(plane, inPatient)], names, plane, levelScale };
  }
  const point = picturePoints(drawn).at(-1);
  const names = [options.landmark ?? LANDMARKS[0]];
  return point && { kind: 'ceph', points: [point], names, levelScale, ...frameField(options) };
}

export function moveLandmark(ceph: Ceph, move: HandleMove): Ceph {
  const to = isPoint3(move.to) ? ceph.plane && projectOn(ceph.plane, move.to) : move.to;
  if (!to || !isPoint2(to)) return ceph;
  const points = ceph.points.with(move.index, to);
  return { ...ceph, points, levelScale: coarserLevel(ceph, move) };
}

/** Adds the landmarks of another tracing; one that is there already moves. */
export function mergeCeph(ceph: Ceph, added: Ceph): Ceph {
  const rest = [...ceph.names.keys()].filter((at) => !added.names.includes(nameAt(ceph, at)));
  return {
    ...ceph,
    names: [...rest.map((at) => nameAt(ceph, at)), ...added.names],
    points: [...ceph.points.filter((_, at) => rest.includes(at)), ...added.points],
    levelScale: Math.max(ceph.levelScale ?? 1, added.levelScale ?? 1),
  };
}

/** The tracing without the landmark that was placed last; undefined where no other is left. */
export const withoutLast = (ceph: Ceph): Ceph | undefined =>
  ceph.points.length > 1
    ? { ...ceph, names: ceph.names.slice(0, -1), points: ceph.points.slice(0, -1) }
    : undefined;

const nameAt = ({ names }: Ceph, at: number): Landmark => names[at] ?? LANDMARKS[0];

/** The first landmark after one that is not placed; undefined after the last. */
export const nextLandmark = (
  placed: readonly Landmark[],
  after: Landmark | undefined,
): Landmark | undefined =>
  LANDMARKS.slice(after ? LANDMARKS.indexOf(after) + 1 : 0).find((name) => !placed.includes(name));

/** The landmark that a press places; undefined where all are placed. */
export const currentLandmark = (
  placed: readonly Landmark[],
  selected: Landmark | undefined,
): Landmark | undefined => selected ?? nextLandmark(placed, undefined);

/** The tracing of a frame: the user's own before that of others. */
export function findCeph(
  annotations: readonly Annotation[],
  frame: number,
): (Annotation & { readonly content: Ceph }) | undefined {
  const all = annotations.filter(isCeph).filter(({ content }) => (content.frame ?? 0) === frame);
  return all.find(({ isOwn }) => isOwn) ?? all[0];
}

const isCeph = (annotation: Annotation): annotation is Annotation & { readonly content: Ceph } =>
  annotation.content.kind === 'ceph';
