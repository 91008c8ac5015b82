import * as texts from '@deqiq/messages/reports/reports.js';
import * as z from 'zod';
import {
  MAX_ANNOTATIONS,
  MAX_COORDINATE,
  MAX_MEASURED_VALUE,
} from '../imaging/annotation-limits.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id of an annotation. */
export const annotationId = z
  .string({ error: texts.badMeasurement })
  .regex(UUID, { error: texts.badMeasurement });

const bounded = (min: number, max: number) =>
  z
    .number({ error: texts.badView })
    .min(min, { error: texts.badView })
    .max(max, { error: texts.badView });

const index = z
  .int({ error: texts.badView })
  .min(0, { error: texts.badView })
  .max(100_000, { error: texts.badView });

const coordinate = bounded(-MAX_COORDINATE, MAX_COORDINATE);

/** Picture coordinates (pixels), or patient coordinates (millimetres), as in annotations. */
export const imagePoint = z.union(
  [z.tuple([coordinate, coordinate]), z.tuple([coordinate, coordinate, coordinate])],
  { error: texts.badPoint },
);

const patientPoint = z.tuple([coordinate, coordinate, coordinate], { error: texts.badView });
const direction = z.tuple([bounded(-2, 2), bounded(-2, 2), bounded(-2, 2)], {
  error: texts.badView,
});

const plane = z.strictObject({
  /** The point in the middle of the pane, millimetres. */
  centre: patientPoint,
  /** Unit vectors of the pane's x and y. */
  right: direction,
  down: direction,
  millimetresPerPixel: bounded(0.0001, 100),
});

/** Panes of the viewer. */
export const viewLayouts = [
  'picture',
  'axial',
  'coronal',
  'sagittal',
  'panoramic',
  'sections',
  'surface',
  'two',
  'four',
  'board',
] as const;

/** A picture as the viewer showed it. Without a key that part is as at first. */
export const savedView = z.strictObject(
  {
    /** In measured values. */
    window: z
      .strictObject({
        centre: bounded(-MAX_MEASURED_VALUE, MAX_MEASURED_VALUE),
        width: bounded(Number.MIN_VALUE, MAX_MEASURED_VALUE),
      })
      .optional(),
    isInverse: z.boolean({ error: texts.badView }).optional(),
    /** The series of a file with several (`imaging.series`). */
    series: z
      .string({ error: texts.badView })
      .regex(/^[0-9a-f]{12}$/, { error: texts.badView })
      .optional(),
    /** The frame of a stack, or the cross-section of a volume, from 0. */
    slice: index.optional(),
    layout: z.enum(viewLayouts, { error: texts.badView }).optional(),
    /** Where the planes cross. */
    cursor: patientPoint.optional(),
    planes: z
      .strictObject({
        axial: plane.optional(),
        coronal: plane.optional(),
        sagittal: plane.optional(),
      })
      .optional(),
    /** Millimetres of the volume that one plane shows. */
    slab: z
      .strictObject({
        millimetres: bounded(0, 1_000),
        mode: z.enum(['mean', 'maximum', 'minimum'], { error: texts.badView }),
      })
      .optional(),
    /** How a picture is turned: mirrored first, then rotated clockwise. */
    quarterTurns: bounded(0, 3).optional(),
    isMirrored: z.boolean({ error: texts.badView }).optional(),
    /** The visible part of a picture, in its pixels. */
    area: z
      .strictObject({
        x: coordinate,
        y: coordinate,
        width: bounded(0, MAX_COORDINATE),
        height: bounded(0, MAX_COORDINATE),
      })
      .optional(),
    /** Those that are drawn; absent: all. */
    annotations: z
      .array(annotationId, { error: texts.badView })
      .max(MAX_ANNOTATIONS, { error: texts.badView })
      .optional(),
  },
  { error: texts.badView },
);

export type SavedView = z.output<typeof savedView>;
