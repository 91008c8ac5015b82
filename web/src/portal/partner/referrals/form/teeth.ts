export type Dentition = 'adult' | 'child';

type Quadrant = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Quadrants of FDI (ISO 3950) as the dentist sees them: the patient's right is on the left, the upper jaw first. */
export const quadrants: Readonly<Record<Dentition, readonly Quadrant[]>> = {
  adult: [1, 2, 4, 3],
  child: [5, 6, 8, 7],
};

/** Quadrants whose first tooth is at the right end. */
const MIRRORED: readonly Quadrant[] = [1, 4, 5, 8];

/** The teeth of a quadrant from left to right. */
export function listTeeth(quadrant: Quadrant): number[] {
  const count = quadrant <= 4 ? 8 : 5;
  const teeth = Array.from({ length: count }, (_, index) => quadrant * 10 + index + 1);
  return MIRRORED.includes(quadrant) ? teeth.toReversed() : teeth;
}

/** The upper and the lower jaw from left to right. */
function listJaws(dentition: Dentition): readonly [upper: number[], lower: number[]] {
  const [upperRight, upperLeft, lowerRight, lowerLeft] = quadrants[dentition].map(listTeeth);
  return [
    [...(upperRight ?? []), ...(upperLeft ?? [])],
    [...(lowerRight ?? []), ...(lowerLeft ?? [])],
  ];
}

/** The tooth that a key moves to, undefined for a key that moves nowhere. */
export function findNeighbour(
  dentition: Dentition,
  tooth: number,
  key: string,
): number | undefined {
  const [upper, lower] = listJaws(dentition);
  const jaw = upper.includes(tooth) ? upper : lower;
  const index = jaw.indexOf(tooth);
  switch (key) {
    case 'ArrowRight':
      return jaw[index + 1];
    case 'ArrowLeft':
      return jaw[index - 1];
    case 'ArrowUp':
      return upper[index];
    case 'ArrowDown':
      return lower[index];
    case 'Home':
      return jaw[0];
    case 'End':
      return jaw.at(-1);
    default:
      return undefined;
  }
}
