import type { Point } from './scene.ts';

/** How a device writes one and the same phantom. */
export interface Variant {
  /** Directions of increasing columns and rows; unit vectors at right angles. */
  readonly column: Point;
  readonly row: Point;
  /** Spacing of columns, rows and slices, as multiples of the common one. */
  readonly stretch: Point;
  /** Whether the first slice of the file is the one that lies farthest along the normal. */
  readonly isReversed: boolean;
  readonly isSigned: boolean;
  /** Hounsfield units = stored value × slope + intercept. */
  readonly slope: number;
  readonly intercept: number;
}

const PLAIN: Variant = {
  column: [1, 0, 0],
  row: [0, 1, 0],
  stretch: [1, 1, 1],
  isReversed: false,
  isSigned: false,
  slope: 1,
  intercept: -1024,
};

/** 10 degrees around the patient's axis, then 14 around the new columns: a head that is tilted and turned. */
const OBLIQUE = rotate(10, 14);

export const VARIANTS = {
  'axis-aligned': PLAIN,
  oblique: { ...PLAIN, ...OBLIQUE },
  anisotropic: { ...PLAIN, stretch: [0.8, 1.1, 1.7] },
  reversed: { ...PLAIN, isReversed: true },
  /** Columns run to the patient's right, so that the normal points to the feet. */
  mirrored: { ...PLAIN, column: [-1, 0, 0] },
  /** Slices from the front to the back. */
  coronal: { ...PLAIN, row: [0, 0, -1] },
  signed: { ...PLAIN, isSigned: true, intercept: 0 },
  rescaled: { ...PLAIN, slope: 2.5, intercept: -1500 },
  'oblique, anisotropic, reversed and signed': {
    ...PLAIN,
    ...OBLIQUE,
    stretch: [1, 0.9, 1.5],
    isReversed: true,
    isSigned: true,
    slope: 0.5,
    intercept: 100,
  },
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof VARIANTS;

function rotate(around: number, nod: number): Pick<Variant, 'column' | 'row'> {
  const a = (around * Math.PI) / 180;
  const b = (nod * Math.PI) / 180;
  return {
    column: [Math.cos(a), Math.sin(a), 0],
    row: [-Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b), Math.sin(b)],
  };
}
