/** Calls of the intake process to the server; all need the key that both share. */
export const intakePaths = {
  store: '/dicom-web/studies',
  worklist: '/dicom-web/intake/worklist',
  report: '/dicom-web/intake/report',
  performedSteps: '/dicom-web/intake/performed-steps',
  commitment: '/dicom-web/intake/storage-commitment',
} as const;

/** Headers of a request on behalf of a machine. */
export const intakeHeaders = {
  aeTitle: 'x-intake-ae-title',
  /** Why more instances of the study may come. */
  incomplete: 'x-intake-incomplete',
} as const;

/** Why more instances of a study may come, as the intake process knows it. */
export const incompleteReasons = [
  'association', // an association that stores it is open
  'spool', // files of it wait
  'broke-off', // its sender has ended an association without a release
] as const;
export type IncompleteReason = (typeof incompleteReasons)[number];

export const MAX_REPORTED_STUDIES = 1_000;

/** A study of which more instances may come. */
export interface ReportedStudy {
  readonly uid: string;
  readonly reason: IncompleteReason;
}
