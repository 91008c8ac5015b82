import * as z from 'zod';

/** Max instances in one question of the intake process. */
export const MAX_COMMITMENT_BATCH = 500;

const uid = z.string().max(64);

export const referencedInstance = z.object({ sopClass: uid, sopUid: uid });

/** Instances of which a machine asks whether they are stored (PS3.4, annex J). */
export const commitmentQuestion = z.object({
  instances: z.array(referencedInstance).max(MAX_COMMITMENT_BATCH),
});

export const commitmentStates = [
  'stored', // its bytes are durable
  'missing', // no instance of this UID, or its file was deleted
  'other-class', // the instance has another SOP class
  'undecided', // a job still compares it with another one of its UID
  'conflict', // other data came under its UID, and staff have not decided which is right
] as const;

/** The state of each instance, in the order of the question. */
export const commitmentAnswer = z.object({
  states: z.array(z.enum(commitmentStates)).max(MAX_COMMITMENT_BATCH),
});

export type CommitmentQuestion = z.output<typeof commitmentQuestion>;
export type ReferencedInstance = z.output<typeof referencedInstance>;
export type CommitmentState = (typeof commitmentStates)[number];
export type CommitmentAnswer = z.output<typeof commitmentAnswer>;
