// Apart from the schemas: the viewer needs these before its first picture, and no schema.

/** Max annotations of one file, and max characters of a label. */
export const MAX_ANNOTATIONS = 200;
export const LABEL_MAX = 80;

/** Max pixels or millimetres of a coordinate, in either direction. */
export const MAX_COORDINATE = 100_000;

/** Max measured value of a window, in either direction. */
export const MAX_MEASURED_VALUE = 1e9;

/** Millimetres. */
export const CALIBRATION_LENGTH = { min: 0.1, max: 1_000 } as const;
export const DIAMETERS = {
  canal: { min: 1, max: 6, usual: 3 },
  'sinus-floor': undefined,
  root: { min: 1, max: 12, usual: 5 },
} as const;
export const IMPLANT_DIAMETER = { min: 0.5, max: 20 } as const;
export const IMPLANT_LENGTH = { min: 1, max: 100 } as const;

/** The structures that a line of the kind `canal` follows; of a sinus floor it has no diameter. */
export const STRUCTURES = ['canal', 'sinus-floor', 'root'] as const;

export type Structure = (typeof STRUCTURES)[number];

interface StructureLine {
  readonly structure?: Structure | undefined;
  readonly diameter?: number | undefined;
}

/** Without a structure it is the mandibular canal: older lines have none. */
export const findStructure = ({ structure = 'canal' }: StructureLine): Structure => structure;

/** Millimetres of the structure along a line; 0 of a sinus floor. */
export const findDiameter = (line: StructureLine): number =>
  line.diameter ?? DIAMETERS[findStructure(line)]?.usual ?? 0;

/** Whether the diameter is one that the structure may have. */
export function hasAllowedDiameter(line: StructureLine): boolean {
  const limits = DIAMETERS[findStructure(line)];
  const { diameter } = line;
  return diameter === undefined || (!!limits && diameter >= limits.min && diameter <= limits.max);
}
