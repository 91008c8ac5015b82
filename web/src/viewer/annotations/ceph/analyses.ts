import * as texts from '@deqiq/messages/viewer/ceph.js';
import { angle, type CephLine, distance, type Formula, tilt } from './formulas.ts';

export type CephMeasure = {
  readonly name: () => string;
  readonly formula: Formula;
  readonly mean: number;
  /** Standard deviation, or the "clinical deviation" of Ricketts; absent where the author gives none. */
  readonly deviation?: number;
  /** How the norm changes with age. */
  readonly note?: () => string;
};

export type Analysis = {
  readonly name: string;
  readonly source: string;
  readonly measures: readonly CephMeasure[];
};

const measure = (
  name: string | (() => string),
  formula: Formula,
  norm: Pick<CephMeasure, 'mean' | 'deviation' | 'note'>,
): CephMeasure => ({ name: typeof name === 'string' ? () => name : name, formula, ...norm });

const UPPER_INCISOR: CephLine = ['U1r', 'U1'];
const LOWER_INCISOR: CephLine = ['L1r', 'L1'];
const FRANKFORT: CephLine = ['Po', 'Or'];
const FRANKFORT_BACK: CephLine = ['Or', 'Po'];
const MANDIBLE: CephLine = ['Go', 'Me'];
const MANDIBLE_BACK: CephLine = ['Me', 'Go'];
const FACIAL: CephLine = ['N', 'Pog'];
const DENTURE: CephLine = ['A', 'Pog'];
const AESTHETIC: CephLine = ['Pn', "Pog'"];
const OCCLUSAL: CephLine = [
  ['U6', 'L6'],
  ['U1', 'L1'],
];
const interincisal = angle(['U1', 'U1r'], ['L1', 'L1r']);

/**
 * Norms of adults without treatment, as their authors published them. A new analysis is an entry here. Deviations of
 * Steiner's measures are those of Riedel's adults, where he measured the same.
 */
export const ANALYSES: readonly Analysis[] = [
  {
    name: 'Steiner',
    source: 'Steiner 1953; SD: Riedel 1952',
    measures: [
      measure('SNA', angle(['N', 'S'], ['N', 'A']), { mean: 82, deviation: 3.9 }),
      measure('SNB', angle(['N', 'S'], ['N', 'B']), { mean: 80, deviation: 3.7 }),
      measure('ANB', tilt(['N', 'A'], ['N', 'B']), { mean: 2, deviation: 1.8 }),
      measure('SN–GoGn', angle(['S', 'N'], ['Go', 'Gn']), { mean: 32, deviation: 5.2 }),
      measure('U1–NA', tilt(UPPER_INCISOR, ['N', 'A']), { mean: 22 }),
      measure('U1–NA', distance('U1', ['N', 'A']), { mean: 4 }),
      measure('L1–NB', tilt(['B', 'N'], LOWER_INCISOR), { mean: 25 }),
      measure('L1–NB', distance('L1', ['N', 'B']), { mean: 4 }),
      measure(texts.interincisal, interincisal, { mean: 131, deviation: 9.2 }),
    ],
  },
  {
    name: 'Tweed',
    source: 'Tweed 1954',
    measures: [
      measure('FMA', angle(FRANKFORT, MANDIBLE), { mean: 25 }),
      measure('FMIA', angle(FRANKFORT_BACK, ['L1', 'L1r']), { mean: 65 }),
      measure('IMPA', angle(MANDIBLE_BACK, LOWER_INCISOR), { mean: 90 }),
    ],
  },
  {
    name: 'Ricketts',
    source: 'Ricketts 1981',
    measures: [
      measure(texts.facialAxis, angle(['N', 'Ba'], ['Pt', 'Gn']), { mean: 90, deviation: 3 }),
      measure(texts.facialDepth, angle(FRANKFORT_BACK, FACIAL), {
        mean: 87,
        deviation: 3,
        note: texts.facialDepthAge,
      }),
      measure(texts.mandibularPlane, angle(FRANKFORT, MANDIBLE), {
        mean: 26,
        deviation: 4,
        note: texts.mandibularPlaneAge,
      }),
      measure(texts.lowerFacialHeight, angle(['Xi', 'ANS'], ['Xi', 'Pm']), {
        mean: 47,
        deviation: 4,
      }),
      measure(texts.convexity, distance('A', FACIAL), {
        mean: 2,
        deviation: 2,
        note: texts.convexityAge,
      }),
      measure('L1–APog', distance('L1', DENTURE), { mean: 1, deviation: 2 }),
      measure('L1–APog', tilt(['Pog', 'A'], LOWER_INCISOR), { mean: 22, deviation: 4 }),
      measure(texts.lowerLip, distance('Li', AESTHETIC), {
        mean: -2,
        deviation: 2,
        note: texts.lowerLipAge,
      }),
    ],
  },
  {
    name: 'Downs',
    source: 'Downs 1948',
    measures: [
      measure(texts.facialAngle, angle(FRANKFORT_BACK, FACIAL), { mean: 87.8, deviation: 3.6 }),
      measure(texts.angleOfConvexity, tilt(['N', 'A'], DENTURE), { mean: 0, deviation: 5.1 }),
      measure('AB–NPog', tilt(['A', 'B'], FACIAL), { mean: -4.6, deviation: 3.7 }),
      measure(texts.mandibularPlane, angle(FRANKFORT, MANDIBLE), { mean: 21.9, deviation: 3.2 }),
      measure(texts.yAxis, angle(FRANKFORT, ['S', 'Gn']), { mean: 59.4, deviation: 3.8 }),
      measure(texts.occlusalPlane, tilt(FRANKFORT, OCCLUSAL), { mean: 9.3, deviation: 3.8 }),
      measure(texts.interincisal, interincisal, { mean: 135.4, deviation: 5.8 }),
      measure('U1–APog', distance('U1', DENTURE), { mean: 2.7, deviation: 1.8 }),
    ],
  },
  {
    name: 'Jarabak',
    source: 'Jarabak & Fizzell 1972',
    measures: [
      measure('N–S–Ar', angle(['S', 'N'], ['S', 'Ar']), { mean: 123, deviation: 5 }),
      measure('S–Ar–Go', angle(['Ar', 'S'], ['Ar', 'Go']), { mean: 143, deviation: 6 }),
      measure('Ar–Go–Me', angle(['Go', 'Ar'], MANDIBLE), { mean: 130, deviation: 7 }),
    ],
  },
  {
    name: 'Eastman',
    source: 'Mitchell 2013',
    measures: [
      measure('ANS–PNS / Go–Me', angle(['PNS', 'ANS'], MANDIBLE), { mean: 27, deviation: 4 }),
      measure('U1 / ANS–PNS', angle(['ANS', 'PNS'], UPPER_INCISOR), { mean: 109, deviation: 6 }),
      measure('L1 / Go–Me', angle(MANDIBLE_BACK, LOWER_INCISOR), { mean: 93, deviation: 6 }),
    ],
  },
];
