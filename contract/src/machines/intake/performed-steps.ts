import * as z from 'zod';

/** Values of Performed Procedure Step Status (0040,0252) (PS3.3, C.4.14). */
export const performedStepStates = ['IN PROGRESS', 'COMPLETED', 'DISCONTINUED'] as const;

/** Max items of the Scheduled Step Attributes Sequence that are read. */
export const MAX_SCHEDULED_STEPS = 20;

const uid = z.string().max(64);
const code = z.string().max(64);

/** A message of a machine about an examination that it performs (PS3.4, F.7). */
export const performedStepMessage = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('create'),
    sopUid: uid,
    /** Accession numbers of what was scheduled; empty where the machine has none. */
    accessionNumbers: z.array(code).max(MAX_SCHEDULED_STEPS),
    /** '' where the machine has none. */
    patientId: code,
  }),
  z.object({
    operation: z.literal('set'),
    sopUid: uid,
    /** null where the message does not name it. */
    state: z.enum(performedStepStates).nullable(),
  }),
]);

/** `duplicate`: the step exists. `unknown`: it does not. `ended`: it is completed or discontinued, and never changes again. */
export const performedStepResults = ['stored', 'duplicate', 'unknown', 'ended'] as const;

export const performedStepAnswer = z.object({ result: z.enum(performedStepResults) });

export type PerformedStepState = (typeof performedStepStates)[number];
export type PerformedStepMessage = z.output<typeof performedStepMessage>;
export type PerformedStepResult = (typeof performedStepResults)[number];
export type PerformedStepAnswer = z.output<typeof performedStepAnswer>;
