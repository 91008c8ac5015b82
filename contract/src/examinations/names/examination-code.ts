import { normalizeCode, shortCodes } from '../../shared/short-code.ts';

const codes = shortCodes('DQ');

/** The short code of an examination: its accession number (0008,0050; SH, at most 16 characters). */
export const formatExaminationCode = codes.format;

/** The number of the examination that a code names; undefined for any other text. */
export const parseExaminationCode = codes.parse;

/** The code as it was typed: in upper case, without blanks and hyphens. */
export const normalizeExaminationCode = normalizeCode;
