import * as z from 'zod';
import { instant } from '../../shared/time/dates.ts';
import { incompleteReasons, MAX_REPORTED_STUDIES } from './intake-link.ts';

/** An AE title that has connected to the intake process lately. */
const caller = z.object({
  aeTitle: z.string(),
  lastSeenAt: instant,
  instances: z.int(),
  refused: z.int(),
  lastError: z.string(),
});

/** The report of the intake process about itself (see its settings: DICOM_PORT). */
export const intakeReport = z.object({
  startedAt: instant,
  aeTitle: z.string().max(16),
  port: z.int(),
  /** Open associations. */
  associations: z.int().min(0),
  /** Instances and bytes of its spool that the server does not have yet. */
  waiting: z.int().min(0),
  waitingBytes: z.int().min(0),
  waitingSince: instant.nullable(),
  /** Instances that the server has refused; they stay in the spool. */
  rejected: z.int().min(0),
  lastError: z.string().max(500),
  callers: z.array(caller).max(200),
  /** Studies of which more may come; an intake of an older version reports none. */
  studies: z
    .array(z.object({ uid: z.string().max(64), reason: z.enum(incompleteReasons) }))
    .max(MAX_REPORTED_STUDIES)
    .default([]),
});

/** A machine with an AE title as entered by staff; the intake process applies it. */
const intakeMachine = z.object({
  aeTitle: z.string(),
  /** Networks from which it may call; none: from everywhere. */
  addresses: z.array(z.string()),
  isRevoked: z.boolean(),
  /** Where it takes reports of storage commitment; '' and null where staff have entered none, or from a server of an older version. */
  host: z.string().default(''),
  port: z.int().nullable().default(null),
});

export const intakeMachines = z.object({ machines: z.array(intakeMachine) });

export type IntakeMachine = z.output<typeof intakeMachine>;

export type IntakeMachines = z.output<typeof intakeMachines>;

export type IntakeReport = z.output<typeof intakeReport>;
