import { type Point3, scale } from '../vectors.ts';
import type { PlaneView } from './planes.ts';

export interface OrientationLetters {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
}

/** Directions beyond the edges of the pane: R, L, A, P, H, F; two letters where the plane is oblique. */
export function orientationLetters({ right, down }: PlaneView): OrientationLetters {
  return {
    left: letters(scale(right, -1)),
    right: letters(right),
    top: letters(scale(down, -1)),
    bottom: letters(down),
  };
}

const LETTERS = [
  ['L', 'R'],
  ['P', 'A'],
  ['H', 'F'],
] as const;

/** Share of a direction (sine of about 12 degrees) from which a second letter is shown. */
const MIN_SHARE = 0.2;

function letters(direction: Point3): string {
  return LETTERS.map(([positive, negative], axis) => {
    const share = direction[axis] ?? 0;
    return { letter: share > 0 ? positive : negative, share: Math.abs(share) };
  })
    .sort((a, b) => b.share - a.share)
    .slice(0, 2)
    .filter(({ share }, index) => index === 0 || share >= MIN_SHARE)
    .map(({ letter }) => letter)
    .join('');
}
