import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';

/** A landmark, or the middle between two. */
export type CephPoint = Landmark | readonly [Landmark, Landmark];

/** From a point to another. */
export type CephLine = readonly [from: CephPoint, to: CephPoint];

export type Formula =
  /** The angle between the directions of two lines, 0 to 180 degrees. */
  | { readonly kind: 'angle'; readonly lines: readonly [CephLine, CephLine] }
  /** The angle from one line to another; positive as from the patient's front downwards. */
  | { readonly kind: 'tilt'; readonly lines: readonly [CephLine, CephLine] }
  /** Millimetres of a point in front of a line, which runs downwards; negative behind it. */
  | { readonly kind: 'distance'; readonly point: CephPoint; readonly line: CephLine };

export const angle = (from: CephLine, to: CephLine): Formula => ({
  kind: 'angle',
  lines: [from, to],
});

export const tilt = (from: CephLine, to: CephLine): Formula => ({
  kind: 'tilt',
  lines: [from, to],
});

export const distance = (point: CephPoint, line: CephLine): Formula => ({
  kind: 'distance',
  point,
  line,
});
