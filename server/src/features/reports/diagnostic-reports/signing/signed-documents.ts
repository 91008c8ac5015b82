import { annotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import { reportContent } from '@deqiq/contract/reports/content/report-content.ts';
import { scaleKinds } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import * as z from 'zod';

const author = z.strictObject({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  licence: z.string(),
});

/** A report as a radiologist signs it: everything that a reader needs, as it was at that moment. Its JSON is canonical. */
export const signedDocument = z.strictObject({
  kind: z.literal('diagnostic-report'),
  format: z.literal(1),
  report: z.string(),
  checkup: z.string(),
  version: z.int(),
  content: reportContent,
  author,
  signedAt: z.string(),
  /** The linked record, else the names of the checkup. */
  patient: z.strictObject({
    code: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    fatherName: z.string(),
    birthDate: z.string().nullable(),
    sex: z.enum(['female', 'male']).nullable(),
  }),
  examination: z.strictObject({ code: z.string(), name: z.string(), createdAt: z.string() }),
  /** Measurements, and the drawings of key images. */
  annotations: z.array(
    z.strictObject({
      id: z.string(),
      file: z.string(),
      version: z.int(),
      label: z.string(),
      content: annotationContent,
    }),
  ),
  /** Of the pictures with annotations: how their points become millimetres. Absent in reports that older versions signed. */
  scales: z
    .array(
      z.strictObject({
        file: z.string(),
        /** `calibrated`: by the file, in the patient; `detector`: by the file, magnified; `user`: by a calibration above. */
        kind: z.enum(scaleKinds),
        millimetresPerPixel: z.tuple([z.number(), z.number()]),
        relativeUncertainty: z.number().optional(),
      }),
    )
    .optional(),
  /** Files of key images, with size and CRC-32 of their bytes. */
  files: z.array(
    z.strictObject({ id: z.string(), name: z.string(), size: z.int(), crc32: z.int() }),
  ),
});

const entry = {
  format: z.literal(1),
  report: z.string(),
  /** From 1. */
  position: z.int(),
  /** SHA-256 of the report, or of the entry before. */
  follows: z.string(),
  author,
  at: z.string(),
};

/** An addendum, a countersignature or a withdrawal. */
export const signedEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('addendum'), ...entry, text: z.string() }),
  z.strictObject({ kind: z.literal('countersignature'), ...entry }),
  z.strictObject({ kind: z.literal('withdrawal'), ...entry, reason: z.string() }),
]);

export type SignedDocument = z.output<typeof signedDocument>;
export type SignedEntry = z.output<typeof signedEntry>;
export type Author = z.output<typeof author>;
