import * as z from 'zod';

/**
 * `volume`: slices at equal distances. `stack`: frames without a common geometry. `surface`: triangles of an intra-oral
 * scanner. `document`: no picture at all.
 */
export const imagingKinds = ['image', 'volume', 'stack', 'document', 'surface'] as const;
export type ImagingKind = (typeof imagingKinds)[number];

/** Meanings of the pixel spacing of a projection (PS3.3, 10.7.1.3): only calibrated spacing is true millimetres. */
export const spacingKinds = ['calibrated', 'detector', 'unknown'] as const;
export type SpacingKind = (typeof spacingKinds)[number];

/**
 * Why a series is a stack and not a volume. Of a volume: `missing-slices` were made from their neighbours, and
 * `gantry-tilt` is straightened.
 */
export const seriesIssues = [
  'uneven-gaps',
  'missing-slices',
  'duplicate-slices',
  'mixed-orientations',
  'gantry-tilt',
  'mixed-sizes',
  'no-positions',
  'incomplete',
  'several-patients',
] as const;
export type SeriesIssue = (typeof seriesIssues)[number];

/** Longer sides of the previews, in pixels. The last one made has at most the size of the picture itself. */
export const PREVIEW_SIZES = [320, 1280, 2400] as const;

/** One picture, stack or volume in a list. Contains nothing that identifies a person. */
const pictureSummary = z.object({
  /** Pixels; of a volume or stack those of one slice. */
  width: z.int().optional(),
  height: z.int().optional(),
  frames: z.int().optional(),
  /** Slices of a volume that were missing. */
  filled: z.int().optional(),
  /** DICOM's abbreviation, for example PX, IO, CT. */
  modality: z.string().optional(),
  /** Millimetres between columns, rows and, in a volume, slices. */
  spacing: z.array(z.number()).optional(),
  spacingKind: z.enum(spacingKinds).optional(),
  /** The calendar date of the exposure, YYYY-MM-DD. */
  acquiredOn: z.string().optional(),
  device: z.string().optional(),
  issues: z.array(z.enum(seriesIssues)).optional(),
  /** Sizes of the previews that exist, ascending. */
  previews: z.array(z.int()).optional(),
  /** The series, of a file with several: the same whenever the file is derived again. */
  series: z.string().optional(),
});
export type PictureSummary = z.output<typeof pictureSummary>;

export const MAX_PICTURES = 32;

/** A file in a list: its largest picture, and the others. */
export const imagingSummary = pictureSummary.extend({
  /** Of a surface; a column has the other kinds. */
  kind: z.enum(imagingKinds).optional(),
  /** Files of an archive that are no part of the pictures. */
  skipped: z.int().optional(),
  /** The pictures after the first one. Names of their derived objects begin with their number, from 1, and a dash. */
  others: z.array(pictureSummary.extend({ kind: z.enum(imagingKinds) })).optional(),
});
export type ImagingSummary = z.output<typeof imagingSummary>;

/** One level of a pack: every slice, or every brick, as an HTJ2K codestream, one after the other. */
const packLevel = z.object({
  /** The object that contains the codestreams. */
  name: z.enum(['l0', 'l1', 'l2']),
  /** 4, 2 or 1: how many full-resolution pixels one pixel covers in each direction. */
  scale: z.int(),
  width: z.int(),
  height: z.int(),
  slices: z.int(),
  isLossless: z.boolean(),
  /** Columns and rows of the bricks; absent where the codestreams are slices. */
  brick: z.int().min(1).max(256).optional(),
  /** Slices of the bricks; absent where they are as many as their columns, and in older packs. */
  brickSlices: z.int().min(1).max(256).optional(),
  /** The first bytes of each brick's codestream (brick-header.ts); absent in older packs, whose bricks have them. */
  brickHeader: z.array(z.int().min(0).max(255)).min(64).max(1_024).optional(),
  /**
   * A byte for each brick, then their CRC-32: its highest pixel and that of the voxels next to it, without the lowest
   * bits of more than eight. Absent in older packs.
   */
  brickMaxima: z.array(z.int().min(0).max(255)).optional(),
  /** Whether the CRC-32 of each slice follows it, as in bricks. Absent in pictures, which are read in parts, and in older packs. */
  hasChecksums: z.boolean().optional(),
  /** Bytes of each codestream, in the order of the slices, or of each brick, with its checksum. */
  lengths: z.array(z.int()),
});

const triple = z.tuple([z.number(), z.number(), z.number()]);

/** The derivative of a picture, stack or volume. Pixels are unsigned; measured value = pixel × slope + intercept. */
export const pictureMetadata = z.object({
  version: z.literal(1),
  kind: z.enum(['image', 'stack', 'volume']),
  width: z.int(),
  height: z.int(),
  slices: z.int(),
  /** 1: grey, 3: RGB with 8 bits. */
  channels: z.union([z.literal(1), z.literal(3)]),
  /** Bits that the pixels use. */
  bits: z.int(),
  slope: z.number(),
  intercept: z.number(),
  /** Unit of measured values, for example HU; '' where it is unknown. */
  unit: z.string(),
  /** Whether low values are white (MONOCHROME1). */
  isInverse: z.boolean(),
  /** Lowest and highest measured value, padding excluded. */
  range: z.tuple([z.number(), z.number()]),
  /** Windows that the file proposes, in measured values, the first is the default. */
  windows: z.array(z.object({ centre: z.number(), width: z.number(), name: z.string() })),
  /** Percentiles 0.5 and 99.5 of the measured values: the automatic window. */
  percentiles: z.tuple([z.number(), z.number()]),
  /** Measured values of air and of soft tissue, of a volume whose unit is unknown; absent where there are no such peaks. */
  tissues: z.object({ air: z.number(), soft: z.number() }).optional(),
  /** Millimetres between columns and rows; undefined where the file does not say. */
  spacing: z.tuple([z.number(), z.number()]).optional(),
  spacingKind: z.enum(spacingKinds),
  /** Volumes only, in the patient's coordinates (millimetres; x to the left, y to the back, z to the head). */
  geometry: z
    .object({
      /** Centre of the first pixel of the first slice. */
      origin: triple,
      /** Direction of increasing columns, rows and slices: unit vectors. The normal of a tilted gantry is oblique. */
      column: triple,
      row: triple,
      normal: triple,
      /** Millimetres between columns, rows and slices. */
      spacing: triple,
    })
    .optional(),
  levels: z.array(packLevel),
});
export type PictureMetadata = z.output<typeof pictureMetadata>;
export type PackLevel = z.output<typeof packLevel>;

/** Names of the objects that are derived from the first picture of a file. */
export const derivedNames = [
  'preview-320',
  'preview-1280',
  'preview-2400',
  'meta',
  'l0',
  'l1',
  'l2',
  'mesh',
] as const;
export type FirstName = (typeof derivedNames)[number];
export type DerivedName = FirstName | `${number}-${FirstName}`;

/** The name of an object of the picture with this number, from 0. */
export const nameInPicture = (picture: number, name: FirstName): DerivedName =>
  picture === 0 ? name : `${picture}-${name}`;

/** The names of the objects of a file with so many pictures. */
export const listDerivedNames = (pictures: number): DerivedName[] =>
  Array.from({ length: pictures }, (_, picture) =>
    derivedNames.map((name) => nameInPicture(picture, name)),
  ).flat();

const allNames: ReadonlySet<string> = new Set(listDerivedNames(MAX_PICTURES));

export const isDerivedName = (name: string): name is DerivedName => allNames.has(name);
