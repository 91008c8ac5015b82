import * as z from 'zod';
import { pregnancies } from '../../referrals/referrals.ts';

/** Max examinations of the day in the worklist. */
export const MAX_WORKLIST = 500;

const person = z.object({ firstName: z.string(), lastName: z.string() });

/** A pending examination, for the machine that makes its X-rays. */
const worklistEntry = z.object({
  accessionNumber: z.string(),
  patient: person,
  referrer: person,
  /** For Study Instance UID: the same in every answer. */
  studyUid: z.string(),
  description: z.string(),
  /** The day for which it is planned, YYYY-MM-DD. */
  date: z.string(),
  /** HHMMSS in Baku; absent where it has no appointment. */
  time: z.string().optional(),
  /** The patient's code; absent where the examination has no patient, whose id is the accession number then. */
  patientId: z.string().optional(),
  /** YYYY-MM-DD. */
  birthDate: z.string().optional(),
  sex: z.enum(['F', 'M']).optional(),
  pregnancy: z.enum(pregnancies).optional(),
  /** The modality (PS3.3, C.7.3.1.1.1) with which it is made; absent: any. */
  modality: z.string().optional(),
});

export const worklist = z.object({ entries: z.array(worklistEntry).max(MAX_WORKLIST) });

export type WorklistEntry = z.output<typeof worklistEntry>;
export type Worklist = z.output<typeof worklist>;
