import * as z from 'zod';
import { imagingKinds, imagingSummary } from '../shared/imaging/derivatives.ts';

export const imagingStates = ['pending', 'ready', 'unsupported', 'failed'] as const;
export type ImagingState = (typeof imagingStates)[number];

export const imagingFailures = ['damaged', 'too-large', 'crashed'] as const;
export type ImagingFailure = (typeof imagingFailures)[number];

export const imaging = imagingSummary.extend({
  state: z.enum(imagingStates),
  kind: z.enum(imagingKinds).optional(),
  /** Prefix of the links to derived objects; a name of `derivedNames` follows. Ends with the session. */
  url: z.string().optional(),
  /** Staff only: why it failed. */
  failure: z.enum(imagingFailures).optional(),
  /**
   * different: the patient in the file contradicts the examination; only staff see the file. confirmed: staff have seen
   * both names and have it shown to the partner, who sees the next three fields, too.
   */
  patientCheck: z.enum(['different', 'confirmed']).optional(),
  /** The patient's name in the file, where there is a check, or where it cannot be the one that staff typed. */
  otherPatient: z.string().optional(),
  /** YYYY-MM-DD, where the patient is another one, or where files of the checkup have different birth dates. */
  birthDate: z.string().optional(),
  /** The sex in the file, where there is a check. */
  sex: z.enum(['F', 'M']).optional(),
});
export type Imaging = z.output<typeof imaging>;

export const imagingRetried = z.object({ message: z.string() });
