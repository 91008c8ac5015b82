import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import * as z from 'zod';
import { checkupStatuses, confirmDifferentPatient } from '../examinations/checkups.ts';
import { fileLink } from '../imaging/files.ts';
import { partnerReference } from '../people/partners.ts';
import { PAGE_SIZE } from '../shared/limits.ts';
import { checkupPagination, pageQueryByName } from '../shared/paging.ts';
import { patientDifferences } from '../shared/patient/patient-doubt.ts';
import { optionalLine, requiredId, requiredLine } from '../shared/text.ts';
import { instant } from '../shared/time/dates.ts';
import { incompleteStates, intakeLists, proposalReasons } from './intake/intake-texts.ts';

/**
 * arriving: instances still come, or are being packed. waiting: complete, for staff to assign. assigned: its files belong
 * to an examination. aside: staff do not want it in the list.
 */
export const intakeStates = ['arriving', 'waiting', 'assigned', 'aside'] as const;
export type IntakeState = (typeof intakeStates)[number];

/** An examination in proposals and after the assignment. */
export const examination = z.object({
  _id: z.string(),
  /** Its short code: the accession number for the machine. */
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  status: z.enum(checkupStatuses),
  createdAt: instant,
  partner: partnerReference,
});

const proposal = z.object({ checkup: examination, reasons: z.array(z.enum(proposalReasons)) });

/** An instance that arrived under the SOP Instance UID of another one of the same patient, with other data. It is kept aside. */
const conflict = z.object({
  _id: z.string(),
  sopUid: z.string(),
  arrivedAt: instant,
  size: z.int(),
});

/** A study as it arrived. Texts are what DICOM says, '' where it says nothing. */
export const intakeStudy = z.object({
  _id: z.string(),
  state: z.enum(intakeStates),
  patientName: z.string(),
  patientId: z.string(),
  /** YYYY-MM-DD. */
  birthDate: z.string(),
  sex: z.string(),
  accessionNumber: z.string(),
  description: z.string(),
  /** Such as `CT` or `PX CT`. */
  modalities: z.string(),
  /** YYYY-MM-DD and HH:MM:SS, local time of the machine. */
  acquiredOn: z.string(),
  acquiredAt: z.string(),
  studyUid: z.string(),
  /**
   * The patient whose images came first under the Study Instance UID, and in what the one of this study differs; null
   * where that is the same. The birth date is '' where DICOM does not say it.
   */
  firstPatient: z
    .object({
      patientName: z.string(),
      birthDate: z.string(),
      reasons: z.array(z.enum(patientDifferences)),
    })
    .nullable(),
  /** Whether later images name another patient: they are a study of their own. */
  isShared: z.boolean(),
  device: z.object({ _id: z.string(), name: z.string() }).nullable(),
  /** The calling AE title; '' over HTTPS. */
  aeTitle: z.string(),
  firstArrivalAt: instant,
  lastArrivalAt: instant,
  series: z.int(),
  instances: z.int(),
  bytes: z.int(),
  /** How many instances the sender has announced; null also where they name several patients. */
  announced: z.int().nullable(),
  /** Why more may come; null: nothing more is expected. */
  incomplete: z.enum(incompleteStates).nullable(),
  /** Whether it could not be packed; it is tried again every hour, and when more arrives. */
  hasFailed: z.boolean(),
  /** The files that were made of it and are in no examination yet. */
  files: z.array(fileLink),
  conflicts: z.array(conflict),
  /** The best first; [] unless the study waits or arrives. */
  proposals: z.array(proposal),
  assignment: z
    .object({
      /** null where the examination has been deleted. */
      checkup: examination.nullable(),
      checkupId: z.string(),
      at: instant,
      /** Username; null: by its accession number, without anybody. */
      by: z.string().nullable(),
      /** Whether the examination was created for this study. */
      isCreated: z.boolean(),
    })
    .nullable(),
});

export const intakeQuery = pageQueryByName(PAGE_SIZE.adminIntake).extend({
  list: z
    .enum([...intakeLists, ''], {
      error: () => intakeMessages.badList({ lists: intakeLists.join(', ') }),
    })
    .optional()
    .transform((value) => value || 'open'),
});

export const intakeList = z.object({
  studies: z.array(intakeStudy),
  pagination: checkupPagination,
});

export const foundStudy = z.object({ study: intakeStudy });

export const assignStudy = z.object({
  checkup: requiredId(intakeMessages.checkupMissing),
  confirmDifferentPatient,
});

/** Creates a completed examination and assigns the study to it. */
export const createFromStudy = z.object({
  partner: requiredId(intakeMessages.partnerMissing),
  firstName: requiredLine(intakeMessages.nameMissing),
  lastName: requiredLine(intakeMessages.nameMissing),
  name: optionalLine(),
  confirmDifferentPatient,
});

/** Undoes the assignment of this instant or, without one, that the study was set aside. Later changes stay. */
export const undoStudy = z.object({ assignment: instant.nullish() });

export const studyAnswer = z.object({ study: intakeStudy, message: z.string() });

export const byConflict = z.object({ id: z.string(), conflict: z.string() });

export type IntakeStudy = z.output<typeof intakeStudy>;
export type IntakeProposal = z.output<typeof proposal>;
export type IntakeQuery = z.output<typeof intakeQuery>;
export type IntakeList = z.output<typeof intakeList>;
export type FoundStudy = z.output<typeof foundStudy>;
export type StudyAnswer = z.output<typeof studyAnswer>;
export type AssignStudy = z.output<typeof assignStudy>;
export type CreateFromStudy = z.output<typeof createFromStudy>;
