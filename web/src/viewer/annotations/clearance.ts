import {
  findDiameter,
  findStructure,
  STRUCTURES,
  type Structure,
} from '@deqiq/contract/imaging/annotation-limits.ts';
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

/** Millimetres between a measurement or an implant and the wall of the nearest structure of a kind; 0 where they touch. */
export type Clearance = {
  readonly structure: Structure;
  /** Of the nearest root. */
  readonly tooth: number | undefined;
  readonly distance: number;
  readonly uncertainty: number;
  readonly warning: 'none' | 'near' | 'close';
  /** Whether the depth of the canal was seen, not only its course in a panoramic. */
  readonly isVerified: boolean;
};

/**
 * Millimetres to the wall below which a measurement is amber, and red. Canal: 2 mm is the usual margin of safety. Root:
 * 1.5 mm of bone between implant and tooth (Buser, Martin, Belser 2004). Floor of the sinus: an implant ends 2 mm below
 * it where it is not raised (Misch, SA-1).
 */
const MARGINS = {
  canal: { near: 3, close: 2 },
  'sinus-floor': { near: 2, close: 1 },
  root: { near: 2, close: 1.5 },
} as const;

export function findWarning(distance: number, of: Structure = 'canal'): Clearance['warning'] {
  const { near, close } = MARGINS[of];
  return distance < close ? 'close' : distance < near ? 'near' : 'none';
}

const warnings = {
  near: texts.near,
  close: texts.veryNear,
  none: ({ text }: { text: string }) => text,
} as const;

/** The text with what its colour means. */
export const describeWarning = (text: string, warning: Clearance['warning']): string =>
  warnings[warning]({ text });

/** Whether the depth of every point was seen in a plane or cross-section. */
export const isDepthVerified = ({ points, verified = [] }: Canal): boolean =>
  points.every((_, index) => verified.includes(index));

/** The points whose depth has not been seen. */
export const unverifiedPoints = ({ points, verified = [] }: Canal): number[] =>
  [...points.keys()].filter((index) => !verified.includes(index));

/** The smallest clearance of a length or an implant to each kind of structures that is drawn. */
export const findClearances = (
  content: AnnotationContent,
  all: readonly Annotation[],
  scale: MeasureScale,
): Clearance[] =>
  STRUCTURES.flatMap((structure) => findClearance(structure, content, all, scale) ?? []);

function findClearance(
  structure: Structure,
  content: AnnotationContent,
  all: readonly Annotation[],
  scale: MeasureScale,
): Clearance | undefined {
  const found = all.flatMap(({ content: canal }) => {
    if (canal.kind !== 'canal' || findStructure(canal) !== structure) return [];
    const middle = distanceToMiddle(content, canal);
    const distance = middle === undefined ? [] : [Math.max(0, middle - findDiameter(canal) / 2)];
    return distance.map((value) => ({ canal, distance: value }));
  });
  const [nearest] = found.toSorted((a, b) => a.distance - b.distance);
  if (!nearest || !scale.space) return undefined;
  const { canal, distance } = nearest;
  const levels = [canal, 'levelScale' in content ? content : canal].map(
    (one) => one.levelScale ?? scale.levelScale,
  );
  return {
    structure,
    tooth: canal.tooth,
    distance,
    uncertainty: voxelUncertainty(scale.space, Math.max(...levels)),
    warning: findWarning(distance, structure),
    isVerified: isDepthVerified(canal),
  };
}

/** Millimetres from an annotation to the middle line of a structure; undefined where that says nothing. */
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
