export type Dentition = 'adult' | 'child' | 'mixed';

type Quadrant = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * Quadrants of FDI (ISO 3950) as the dentist sees them: the patient's right is on the left, the upper jaw first. In a mixed
 * dentition the milk teeth are between the permanent ones.
 */
export const quadrants: Readonly<Record<Dentition, readonly Quadrant[]>> = {
  adult: [1, 2, 4, 3],
  child: [5, 6, 8, 7],
  mixed: [1, 2, 5, 6, 8, 7, 4, 3],
};

/** Quadrants whose first tooth is at the right end. */
const MIRRORED: readonly Quadrant[] = [1, 4, 5, 8];

/** Quadrants of the upper jaw. */
const UPPER: readonly Quadrant[] = [1, 2, 5, 6];

export const isUpper = (quadrant: Quadrant): boolean => UPPER.includes(quadrant);
export const isRight = (quadrant: Quadrant): boolean => MIRRORED.includes(quadrant);

/** Whether a tooth is a milk tooth. */
export const isMilkTooth = (tooth: number): boolean => tooth > 50;

/** The teeth of a quadrant from left to right. */
export function listTeeth(quadrant: Quadrant): number[] {
  const count = quadrant <= 4 ? 8 : 5;
  const teeth = Array.from({ length: count }, (_, index) => quadrant * 10 + index + 1);
  return MIRRORED.includes(quadrant) ? teeth.toReversed() : teeth;
}

/** Rows of teeth from left to right, the upper jaw first. */
function listRows(dentition: Dentition): number[][] {
  const all = quadrants[dentition];
  return all.flatMap((right, index) => {
    const left = all[index + 1];
    return index % 2 === 0 && left ? [[...listTeeth(right), ...listTeeth(left)]] : [];
  });
}

/** The tooth that a key moves to, undefined for a key that moves nowhere. */
export function findNeighbour(
  dentition: Dentition,
  tooth: number,
  key: string,
): number | undefined {
  const rows = listRows(dentition);
  const at = rows.findIndex((teeth) => teeth.includes(tooth));
  const row = rows[at] ?? [];
  const index = row.indexOf(tooth);
  /** The tooth at the same distance from the midline. */
  const across = (other: number[] | undefined) => {
    if (!other) return tooth;
    const opposite = index + (other.length - row.length) / 2;
    return other[Math.min(Math.max(opposite, 0), other.length - 1)];
  };
  switch (key) {
    case 'ArrowRight':
      return row[index + 1];
    case 'ArrowLeft':
      return row[index - 1];
    case 'ArrowUp':
      return across(rows[at - 1]);
    case 'ArrowDown':
      return across(rows[at + 1]);
    case 'Home':
      return row[0];
    case 'End':
      return row.at(-1);
    default:
      return undefined;
  }
}
