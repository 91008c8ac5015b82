/** Calls of the intake process to the server; all need the key that both share. */
export const intakePaths = {
  store: '/dicom-web/studies',
  worklist: '/dicom-web/intake/worklist',
  report: '/dicom-web/intake/report',
} as const;

/** Headers of a STOW-RS request on behalf of a machine. */
export const intakeHeaders = {
  aeTitle: 'x-intake-ae-title',
} as const;
