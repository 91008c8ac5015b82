import type { ImplantSystem } from '@deqiq/contract/shared/imaging/implant-systems.ts';
import type { Content } from '../../annotations/kinds.ts';

type Sizes = {
  /** Named on the screen. */
  readonly source: string;
  /** Nominal millimetres, sorted. */
  readonly sizes: readonly (readonly [diameter: number, lengths: readonly number[]])[];
};

const FROM_7_TO_13 = [7, 8.5, 10, 11.5, 13] as const;
const FROM_7_TO_15 = [7, 8.5, 10, 11.5, 13, 15] as const;
const FROM_8_TO_18 = [8, 10, 12, 14, 16, 18] as const;

/**
 * Read on 28 November 2026. "Dentweb": the fixtures that this program of dental offices has from the start, as published
 * on 22 February 2026 by denjoy-korea/implant-inventory (037_seed_fixture_reference_defaults.sql). "K…": summaries of the
 * FDA. What is left out, and why: docs/decisions/annotations.md.
 */
export const implantSizes: Readonly<Record<ImplantSystem, Sizes>> = {
  // Dentweb (TSIII SA), within K121995: lengths from 7 mm. Its real diameters: 3.75 to 5.1 and 5.92 to 6.8.
  'osstem-tsiii-sa': {
    source: 'Dentweb 2026, FDA K121995',
    sizes: [
      [3.5, [8.5, 10, 11.5, 13]],
      [4, FROM_7_TO_13],
      [4.5, FROM_7_TO_13],
      [5, FROM_7_TO_13],
      [6, FROM_7_TO_13],
      [7, FROM_7_TO_13],
    ],
  },
  // Dentweb (Bone Level Tapered, SLActive); K153758: the same diameters, the same 16 mm, and 18.
  'straumann-blt': {
    source: 'Dentweb 2026, FDA K153758',
    sizes: [
      [3.3, FROM_8_TO_18],
      [4.1, FROM_8_TO_18],
      [4.8, FROM_8_TO_18],
    ],
  },
  // Dentweb (Bone Level X, SLActive); K191256: 3.5; K210855: 3.75 × 6; K212533: 5.5 and 6.5 × 14 and 16.
  'straumann-blx': {
    source: 'Dentweb 2026, FDA K191256, K210855, K212533',
    sizes: [
      [3.5, FROM_8_TO_18],
      [3.75, [6, 8, 10, 12, 14, 16, 18]],
      [4.5, FROM_8_TO_18],
      [5.5, [6, 8, 10, 12, 14, 16]],
      [6.5, [6, 8, 10, 12, 14, 16]],
    ],
  },
  // Dentweb (AnyRidge).
  'megagen-anyridge': {
    source: 'Dentweb 2026',
    sizes: [
      [3.5, FROM_7_TO_15],
      [4, FROM_7_TO_15],
      [4.5, FROM_7_TO_15],
      [5, FROM_7_TO_15],
      [5.5, FROM_7_TO_15],
      [6, FROM_7_TO_13],
      [6.5, FROM_7_TO_13],
      [7, FROM_7_TO_13],
      [7.5, FROM_7_TO_13],
      [8, FROM_7_TO_13],
    ],
  },
  // Dentweb (SuperLine), whose codes are diameter and length: 3607 is 3.6 × 7.
  'dentium-superline': {
    source: 'Dentweb 2026',
    sizes: [
      [3.6, [7, 8, 10, 12, 14]],
      [4, [7, 8, 10, 12, 14]],
      [4.5, [7, 8, 10, 12, 14]],
      [5, [7, 8, 10, 12, 14]],
      [6, [7, 8, 10, 12]],
      [7, [7, 8, 10, 12]],
    ],
  },
  // Dentweb (IS-III Active); K190849: 3.2, also 15 mm. K173938, the coated sister: no 3.5 × 7.3, as here.
  'neobiotech-is-iii-active': {
    source: 'Dentweb 2026, FDA K190849, K173938',
    sizes: [
      [3.2, [8.5, 10, 11.5, 13, 15]],
      [3.5, [8.5, 10, 11.5, 13]],
      [4, [7.3, 8.5, 10, 11.5, 13]],
      [4.5, [7.3, 8.5, 10, 11.5, 13]],
      [5, [6.6, 7.3, 8.5, 10, 11.5, 13]],
      [5.5, [6.6, 7.3, 8.5, 10, 11.5, 13]],
      [6, [6.6, 7.3, 8.5, 10, 11.5, 13]],
      [7, [7.3, 8.5, 10, 11.5, 13]],
    ],
  },
};

export const listDiameters = (system: ImplantSystem): number[] =>
  implantSizes[system].sizes.map(([diameter]) => diameter);

/** The lengths of a diameter; [] where the system does not have it. */
export const listLengths = (system: ImplantSystem, diameter: number): readonly number[] =>
  implantSizes[system].sizes.find(([one]) => one === diameter)?.[1] ?? [];

/** Between two that are equally near the smaller one: it is farther from what an implant must not touch. */
export const findNearest = (sorted: readonly number[], wanted: number): number =>
  sorted.reduce(
    (nearest, one) => (Math.abs(one - wanted) < Math.abs(nearest - wanted) ? one : nearest),
    sorted[0] ?? wanted,
  );

/** The longest that is not longer than the wanted one: an apex never comes nearer to a canal by itself. */
const findLength = (sorted: readonly number[], wanted: number): number =>
  sorted.findLast((length) => length <= wanted) ?? sorted[0] ?? wanted;

/** An implant of a system, with the nearest diameter that exists; it is longer only where none is as short. */
export function fitImplant(
  implant: Content<'implant'>,
  system: ImplantSystem,
  { diameter = implant.diameter, length = implant.length } = {},
): Content<'implant'> {
  const fitting = findNearest(listDiameters(system), diameter);
  return {
    ...implant,
    system,
    diameter: fitting,
    length: findLength(listLengths(system, fitting), length),
  };
}
