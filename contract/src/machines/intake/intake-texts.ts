import * as intakeMessages from '@deqiq/messages/machines/intake.js';
import { type PatientDifference, patientDifferences } from '../../shared/patient/patient-doubt.ts';
import { incompleteReasons } from './intake-link.ts';

/** Why more may come of a study. `silent`: the intake process, which received it, does not report any more. */
export const incompleteStates = [...incompleteReasons, 'silent'] as const;

export type IncompleteState = (typeof incompleteStates)[number];

export const incompleteTexts: Readonly<Record<IncompleteState, () => string>> = {
  association: intakeMessages.incompleteAssociation,
  spool: intakeMessages.incompleteSpool,
  'broke-off': intakeMessages.incompleteBrokeOff,
  silent: intakeMessages.incompleteSilent,
};

/** Lists of studies: `open` are those that arrive or wait. */
export const intakeLists = ['open', 'assigned', 'aside'] as const;

/** Why a study may belong to an examination, the strongest first. */
export const proposalReasons = [
  'accession', // the accession number is the short code of the examination
  'same-study', // earlier instances of the study were assigned to it
  'patient-id', // the patient id is its short code, or is that of another file of the patient
  'name', // the patient's name, however the machine spells it
  'birth-date', // with the name: files of the patient have this birth date
  'shipment', // a partner's shipment waits for its X-rays
  'time', // made on the day of the examination
  // The patient of the study is another one: it is assigned only after a question.
  ...patientDifferences,
] as const;

export type ProposalReason = (typeof proposalReasons)[number];

/** Reasons that say who the patient is. */
export const identifyingReasons: readonly ProposalReason[] = [
  ...(['accession', 'same-study', 'patient-id', 'name'] as const),
];

/** Reasons against an examination, in red. */
export const isDifference = (reason: ProposalReason): reason is PatientDifference =>
  (patientDifferences as readonly string[]).includes(reason);

export const proposalTexts: Readonly<Record<ProposalReason, () => string>> = {
  accession: intakeMessages.reasonAccession,
  'same-study': intakeMessages.reasonSameStudy,
  'patient-id': intakeMessages.reasonPatientId,
  name: intakeMessages.reasonName,
  'birth-date': intakeMessages.reasonBirthDate,
  shipment: intakeMessages.reasonShipment,
  time: intakeMessages.reasonTime,
  'other-name': intakeMessages.reasonOtherName,
  'other-birth-date': intakeMessages.reasonOtherBirthDate,
  'other-sex': intakeMessages.reasonOtherSex,
  'other-patient-id': intakeMessages.reasonOtherPatientId,
};
