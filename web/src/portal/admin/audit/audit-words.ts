import * as words from '@deqiq/messages/office/audit-words.js';

type Words = Readonly<Record<string, () => string>>;

/** Actions of the audit in words, by their codes. */
const actions: Words = {
  list: words.doList,
  search: words.doSearch,
  view: words.doView,
  open: words.doOpen,
  'open-program': words.doOpenProgram,
  download: words.doDownload,
  export: words.doExport,
  upload: words.doUpload,
  receive: words.doReceive,
  create: words.doCreate,
  add: words.doAdd,
  change: words.doChange,
  delete: words.doDelete,
  restore: words.doRestore,
  purge: words.doPurge,
  erase: words.doErase,
  share: words.doShare,
  revoke: words.doRevoke,
  sign: words.doSign,
  assign: words.doAssign,
  unassign: words.doUnassign,
  merge: words.doMerge,
  unmerge: words.doUnmerge,
  link: words.doLink,
  accept: words.doAccept,
  decline: words.doDecline,
  cancel: words.doCancel,
  book: words.doBook,
  arrive: words.doArrive,
  miss: words.doMiss,
  undo: words.doUndo,
  examine: words.doExamine,
  'confirm-patient': words.doConfirmPatient,
  'sign-in': words.doSignIn,
  'sign-out': words.doSignOut,
  'change-password': words.doChangePassword,
  'reset-password': words.doResetPassword,
  'reset-forgotten-password': words.doResetForgottenPassword,
  unlock: words.doUnlock,
  refuse: words.doRefuse,
};

/** Objects of the audit in words, by their codes. */
const objects: Words = {
  checkup: words.ofCheckup,
  checkups: words.ofCheckups,
  file: words.ofFile,
  patient: words.ofPatient,
  patients: words.ofPatients,
  partner: words.ofPartner,
  referral: words.ofReferral,
  referrals: words.ofReferrals,
  appointment: words.ofAppointment,
  appointments: words.ofAppointments,
  'diagnostic-report': words.ofDiagnosticReport,
  question: words.ofQuestion,
  reading: words.ofReading,
  share: words.ofShare,
  shares: words.ofShares,
  intake: words.ofIntake,
  'intake-study': words.ofIntakeStudy,
  report: words.ofReport,
  payment: words.ofPayment,
  lab: words.ofLab,
  session: words.ofSession,
  admin: words.ofAdmin,
  device: words.ofDevice,
  kind: words.ofKind,
  'clinic-settings': words.ofClinicSettings,
  audit: words.ofAudit,
  today: words.ofToday,
};

/** Codes that the filter proposes. */
export const actionCodes: readonly string[] = Object.keys(actions);

/** An action in words; one without words is its code. */
export const nameAction = (code: string): string => actions[code]?.() ?? code;

/** A kind of object in words; one without words is its code. */
export const nameObject = (code: string): string => objects[code]?.() ?? code;
