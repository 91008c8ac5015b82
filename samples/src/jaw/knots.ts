/**
 * Points of an outline on the unrolled arch, left half, in mm: s from the midline, z above the lowest point of the
 * occlusal plane. Both halves are drawn from these, each with its own small error.
 */
export type Knots = readonly (readonly [number, number])[];
