import { IMPLANT_DIAMETER, IMPLANT_LENGTH } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import type { Content } from '../../annotations/kinds.ts';
import { clamp, isPoint3, normalize, subtract } from '../../geometry/vectors.ts';
import {
  type DrawnPoints,
  type FinishOptions,
  type HandleMove,
  patientPoints,
} from './annotation-content.ts';

/** Millimetres of a new implant: a common size, and within the limits of the contract. */
const NEW_IMPLANT = { diameter: 4, length: 10 } as const;

/** With the system and size of the last one, so that several of one plan are drawn one after the other. */
export function createImplant(drawn: DrawnPoints, { down, lastImplant }: FinishOptions) {
  const [position] = patientPoints(drawn);
  return (
    position && {
      kind: 'implant' as const,
      position,
      direction: normalize(down),
      diameter: lastImplant?.diameter ?? NEW_IMPLANT.diameter,
      length: lastImplant?.length ?? NEW_IMPLANT.length,
      system: lastImplant?.system,
    }
  );
}

/** The last one that was drawn in the file. */
export const findLastImplant = (
  annotations: readonly Annotation[],
): Content<'implant'> | undefined =>
  annotations.map(({ content }) => content).findLast((content) => content.kind === 'implant');

/** The platform moves an implant, the apex tilts it. */
export function moveImplant(
  implant: Content<'implant'>,
  { index, to }: HandleMove,
): Content<'implant'> {
  if (!isPoint3(to)) return implant;
  if (index === 0) return { ...implant, position: to };
  const axis = subtract(to, implant.position);
  return Math.hypot(...axis) > 0 ? { ...implant, direction: normalize(axis) } : implant;
}

/** An implant with another size, kept within the limits. */
export const resizeImplant = (
  implant: Content<'implant'>,
  { diameter = implant.diameter, length = implant.length },
): Content<'implant'> => ({
  ...implant,
  diameter: clamp(diameter, IMPLANT_DIAMETER.min, IMPLANT_DIAMETER.max),
  length: clamp(length, IMPLANT_LENGTH.min, IMPLANT_LENGTH.max),
});
