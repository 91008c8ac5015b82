/** Sizes, page lengths and counts that both sides hold to. Source: specification, section 9. */

/** Bytes in every chunk of an upload except the last one. */
export const CHUNK_SIZE = 2_097_152;

/** The largest file an upload may become, in bytes (4 GiB). */
export const MAX_FILE_SIZE = 4 * 1024 ** 3;

/** How many chunks the largest file has; chunk numbers count from 0. */
export const MAX_CHUNKS = MAX_FILE_SIZE / CHUNK_SIZE;

/** How many files one create or merge call may carry. */
export const MAX_FILES_PER_CALL = 200;

/** Max bytes of one picture, and of all pictures of one form together. */
export const MAX_PICTURE_BYTES = 15 * 1024 * 1024;
export const MAX_PICTURES_BYTES = 96 * 1024 * 1024;

/** Larger pictures are not decoded. */
export const MAX_PICTURE_PIXELS = 60_000_000;

/** Rows per page where a call does not say. */
export const PAGE_SIZE = {
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
  adminReports: 20,
} as const;

/** The most rows one page may ask for. */
export const MAX_PAGE_SIZE = 100;

/** Rows a partner picker receives. */
export const PICKER_SIZE = 50;

/** Manat that one change of a balance may carry, and that a balance may come to, either way. */
export const MAX_AMOUNT = 1_000_000;
export const MAX_BALANCE = 100_000_000;

/** The highest patient count of one partner. */
export const MAX_PATIENTS = 1_000_000;

/** Characters. */
export const PASSWORD_LENGTH = {
  adminMin: 8,
  partnerMin: 6,
  resetMin: 8,
  max: 200,
} as const;

/** Characters: names, phones and other one-line fields; longer texts such as a description. */
export const LINE_MAX = 200;
export const TEXT_MAX = 5_000;

/** Characters of a file's visible name. */
export const FILE_NAME_MAX = 255;
