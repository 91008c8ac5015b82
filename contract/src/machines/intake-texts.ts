import { type PatientDifference, patientDifferences } from '../shared/patient/patient-doubt.ts';
import { incompleteReasons } from './intake-link.ts';

/** Why more may come of a study. `silent`: the intake process, which received it, does not report any more. */
export const incompleteStates = [...incompleteReasons, 'silent'] as const;

export type IncompleteState = (typeof incompleteStates)[number];

export const incompleteTexts: Readonly<Record<IncompleteState, string>> = {
  association: 'Arriving: the machine is sending',
  spool: 'Arriving: images wait at the intake',
  'broke-off': 'Sender broke off',
  silent: 'The intake does not report',
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

export const proposalTexts: Readonly<Record<ProposalReason, string>> = {
  accession: 'Accession number',
  'same-study': 'Same study',
  'patient-id': 'Patient ID',
  name: 'Name',
  'birth-date': 'Birth date',
  shipment: 'Shipment waiting',
  time: 'Same day',
  'other-name': 'Other name',
  'other-birth-date': 'Other birth date',
  'other-sex': 'Other sex',
  'other-patient-id': 'Code of another patient',
};

/** Messages of the intake; its screen is in English. */
export const intakeMessages = {
  badList: `The list must be one of: ${intakeLists.join(', ')}`,
  checkupMissing: 'Choose an examination',
  partnerMissing: 'Choose a partner',
  nameMissing: 'Enter first and last name',
  assigned: 'Assigned',
  assignFailed: 'The study could not be assigned',
  created: 'Examination created',
  createFailed: 'The examination could not be created',
  setAside: 'Set aside',
  asideFailed: 'The study could not be set aside',
  undone: 'Undone',
  undoFailed: 'It could not be undone',
  discarded: 'Conflicting instance discarded',
  discardFailed: 'The conflicting instance could not be discarded',
  notFound: 'The study does not exist any more',
  conflictNotFound: 'The conflicting instance does not exist any more',
  checkupNotFound: 'The examination does not exist any more',
  stillArriving: 'The study is still arriving. Try again in a moment',
  changed: 'A colleague was faster: the study is no longer in this state',
  otherExamination: 'A part of this study belongs to another examination. Undo that first',
  filesGone: 'Files of this study were deleted from the examination. Restore them first',
  patientDiffers: 'The study is that of another patient. Compare both names and confirm',
  nothingToUndo: 'There is nothing to undo',
  listFailed: 'Failed to load studies',
} as const;
