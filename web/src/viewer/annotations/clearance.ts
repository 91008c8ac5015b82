import { CANAL_DIAMETER } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import * as texts from '@deqiq/messages/viewer/measurements.js';
import { distanceToCanal } from '../geometry/canal.ts';
import { implantToCanal } from '../geometry/implant.ts';
import { voxelUncertainty } from '../geometry/measure.ts';
import { isPoint3 } from '../geometry/vectors.ts';
import { type ByKind, type Content, callByKind, isDrawn } from './kinds.ts';
import type { MeasureScale } from './measure-scale.ts';

export type Canal = Content<'canal'>;

/** Millimetres between a measurement or an implant and the wall of the nearest canal; 0 where they touch. */
export type Clearance = {
  readonly distance: number;
  readonly uncertainty: number;
  readonly warning: 'none' | 'near' | 'close';
  /** Whether the depth of the canal was seen, not only its course in a panoramic. */
  readonly isVerified: boolean;
};

/** Millimetres to the wall below which a measurement is amber, and red: 2 mm is the usual margin of safety. */
const NEAR = 3;
const CLOSE = 2;

export const findWarning = (distance: number): Clearance['warning'] =>
  distance < CLOSE ? 'close' : distance < NEAR ? 'near' : 'none';

const warnings = {
  near: texts.near,
  close: texts.veryNear,
  none: ({ text }: { text: string }) => text,
} as const;

/** The text with what its colour means. */
export const describeWarning = (text: string, warning: Clearance['warning']): string =>
  warnings[warning]({ text });

/** Millimetres. */
export const canalDiameter = ({ diameter }: Canal): number => diameter ?? CANAL_DIAMETER.usual;

/** Whether the depth of every point was seen in a plane or cross-section. */
export const isDepthVerified = ({ points, verified = [] }: Canal): boolean =>
  points.every((_, index) => verified.includes(index));

/** The points whose depth has not been seen. */
export const unverifiedPoints = ({ points, verified = [] }: Canal): number[] =>
  [...points.keys()].filter((index) => !verified.includes(index));

/** The smallest clearance of a length or an implant; undefined where there is no canal. */
export function findClearance(
  content: AnnotationContent,
  all: readonly Annotation[],
  scale: MeasureScale,
): Clearance | undefined {
  const found = all.flatMap(({ content: canal }) => {
    if (canal.kind !== 'canal') return [];
    const middle = distanceToMiddle(content, canal);
    const distance = middle === undefined ? [] : [Math.max(0, middle - canalDiameter(canal) / 2)];
    return distance.map((value) => ({ canal, distance: value }));
  });
  const [nearest] = found.toSorted((a, b) => a.distance - b.distance);
  if (!nearest || !scale.space) return undefined;
  const { canal, distance } = nearest;
  const levels = [canal, 'levelScale' in content ? content : canal].map(
    (one) => one.levelScale ?? scale.levelScale,
  );
  return {
    distance,
    uncertainty: voxelUncertainty(scale.space, Math.max(...levels)),
    warning: findWarning(distance),
    isVerified: isDepthVerified(canal),
  };
}

/** Millimetres from an annotation to the middle line of a canal; undefined where that says nothing. */
const distanceToMiddle = (content: AnnotationContent, { points }: Canal): number | undefined =>
  isDrawn(content) ? callByKind(distances, content.kind, content, points) : undefined;

const lineToCanal = (line: Content<'length' | 'polyline'>, canal: Canal['points']) =>
  distanceToCanal(line.points.filter(isPoint3), canal)?.distance;

const distances: ByKind<[Canal['points']], number | undefined> = {
  length: lineToCanal,
  polyline: lineToCanal,
  angle: () => undefined,
  arrow: () => undefined,
  text: () => undefined,
  ellipse: () => undefined,
  profile: () => undefined,
  calibration: () => undefined,
  ceph: () => undefined,
  canal: () => undefined,
  implant: (implant, canal) => implantToCanal(implant, canal)?.distance,
};
