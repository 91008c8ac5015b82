/** Sizes of permanent teeth in mm: mesiodistal width, buccolingual depth, crown height, root length. */
export interface ToothSize {
  width: number;
  depth: number;
  crown: number;
  root: number;
  kind: ToothKind;
}

export type ToothKind = 'incisor' | 'canine' | 'premolar' | 'molar';

/** By FDI position 1 (central incisor) to 8 (third molar). Means from Wheeler's Dental Anatomy. */
const upper: readonly ToothSize[] = [
  { width: 8.5, depth: 7, crown: 10.5, root: 13, kind: 'incisor' },
  { width: 6.5, depth: 6, crown: 9, root: 13, kind: 'incisor' },
  { width: 7.5, depth: 8, crown: 10, root: 17, kind: 'canine' },
  { width: 7, depth: 9, crown: 8.5, root: 14, kind: 'premolar' },
  { width: 7, depth: 9, crown: 8.5, root: 14, kind: 'premolar' },
  { width: 10, depth: 11, crown: 7.5, root: 12.5, kind: 'molar' },
  { width: 9, depth: 11, crown: 7, root: 11.5, kind: 'molar' },
  { width: 8.5, depth: 10, crown: 6.5, root: 11, kind: 'molar' },
];

const lower: readonly ToothSize[] = [
  { width: 5, depth: 6, crown: 9, root: 12.5, kind: 'incisor' },
  { width: 5.5, depth: 6.5, crown: 9.5, root: 14, kind: 'incisor' },
  { width: 7, depth: 7.5, crown: 11, root: 16, kind: 'canine' },
  { width: 7, depth: 7.5, crown: 8.5, root: 14, kind: 'premolar' },
  { width: 7, depth: 8, crown: 8, root: 14.5, kind: 'premolar' },
  { width: 11, depth: 10.5, crown: 7.5, root: 14, kind: 'molar' },
  { width: 10.5, depth: 10, crown: 7, root: 13, kind: 'molar' },
  { width: 10, depth: 9.5, crown: 7, root: 11, kind: 'molar' },
];

/** The size of an FDI tooth number, 11 to 48. */
export function toothSize(fdi: number): ToothSize {
  const quadrant = Math.floor(fdi / 10);
  const size = (quadrant <= 2 ? upper : lower)[(fdi % 10) - 1];
  if (!size || quadrant < 1 || quadrant > 4) throw new Error(`No such tooth: ${fdi}`);
  return size;
}
