/** Radiodensity in Hounsfield-like units, as a CBCT shows it. */
export const DENSITY = {
  air: -1000,
  fat: -80,
  soft: 60,
  spongy: 330,
  cortical: 1500,
  pulp: 120,
  ligament: 150,
  lamina: 1350,
  dentin: 1750,
  enamel: 2900,
  metal: 5200,
} as const;

/** A point of the head: along and across the arch, and in space (mm; x left, y back, z up). */
export interface Point {
  s: number;
  d: number;
  x: number;
  y: number;
  z: number;
}
