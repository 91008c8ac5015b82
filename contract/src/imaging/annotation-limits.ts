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
export const CANAL_DIAMETER = { min: 1, max: 6, usual: 3 } as const;
export const IMPLANT_DIAMETER = { min: 0.5, max: 20 } as const;
export const IMPLANT_LENGTH = { min: 1, max: 100 } as const;
