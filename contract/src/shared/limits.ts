/** Limits that client and server share. Source: specification, section 9. */

/** Bytes in every chunk of an upload except the last one. */
export const CHUNK_SIZE = 2_097_152;

/** Max bytes of an uploaded file (4 GiB). */
export const MAX_FILE_SIZE = 4 * 1024 ** 3;

/** Chunks of the largest file; chunk numbers start at 0. */
export const MAX_CHUNKS = MAX_FILE_SIZE / CHUNK_SIZE;

/** Max files of a folder or a ZIP. */
export const MAX_ARCHIVE_FILES = 5_000;

/** Max files of one create or merge call. */
export const MAX_FILES_PER_CALL = 200;

/** Max bytes of one picture, and of all pictures of one form together. */
export const MAX_PICTURE_BYTES = 15 * 1024 * 1024;
export const MAX_PICTURES_BYTES = 96 * 1024 * 1024;

/** Larger pictures are not decoded. */
export const MAX_PICTURE_PIXELS = 60_000_000;

/** Max other examinations of a patient in one answer. */
export const MAX_EARLIER_CHECKUPS = 20;

/** Default rows per page. */
export const PAGE_SIZE = {
  adminAudit: 50,
  adminIntake: 20,
  adminPartners: 20,
  adminCheckups: 10,
  partnerCheckups: 10,
  adminClinics: 10,
  adminDoctors: 20,
  adminApplications: 20,
  adminLabs: 20,
  partnerLabs: 10,
  adminPartnerStats: 20,
  adminPayments: 20,
  partnerPayments: 10,
  adminComplaints: 20,
  adminShares: 20,
  partnerShares: 20,
  adminPatients: 20,
  adminReferrals: 20,
  adminReading: 20,
  partnerReferrals: 10,
} as const;

export const MAX_PAGE_SIZE = 100;

/** Max rows of a partner picker. */
export const PICKER_SIZE = 50;

/** Max manat of one change of a balance, and of a balance, in either direction. */
export const MAX_AMOUNT = 1_000_000;
export const MAX_BALANCE = 100_000_000;

/** Max patient count of a partner. */
export const MAX_PATIENTS = 1_000_000;

/** Characters. */
export const PASSWORD_LENGTH = {
  adminMin: 8,
  partnerMin: 6,
  resetMin: 8,
  max: 200,
} as const;

/** Max characters of one-line fields such as names and phones, and of longer texts such as descriptions. */
export const LINE_MAX = 200;
export const TEXT_MAX = 5_000;

/** Max characters of a file's visible name. */
export const FILE_NAME_MAX = 255;
