import { createHash } from 'node:crypto';
import { EXPLICIT_LITTLE_ENDIAN, IMPLICIT } from './transfer-syntaxes.ts';

/** UIDs of DICOM (PS3.6, annex A) that this server uses. */
const DICOM = '1.2.840.10008';

export const APPLICATION_CONTEXT = `${DICOM}.3.1.1.1`;
export const VERIFICATION = `${DICOM}.1.1`;
export const MODALITY_WORKLIST_FIND = `${DICOM}.5.1.4.31`;
export const PERFORMED_PROCEDURE_STEP = `${DICOM}.3.1.2.3.3`;
export const STORAGE_COMMITMENT = `${DICOM}.1.20.1`;

/** The only instance of Storage Commitment (PS3.4, J.3.5). */
export const STORAGE_COMMITMENT_INSTANCE = `${STORAGE_COMMITMENT}.1`;

export const COMPREHENSIVE_3D_SR = `${DICOM}.5.1.4.1.1.88.34`;
export const KEY_OBJECT_SELECTION = `${DICOM}.5.1.4.1.1.88.59`;
export const SOFTCOPY_PRESENTATION_STATE = `${DICOM}.5.1.4.1.1.11.1`;

/** Transfer syntaxes of messages without pixels. */
export const PLAIN_SYNTAXES: readonly string[] = [EXPLICIT_LITTLE_ENDIAN, IMPLICIT];

/** The root of all Storage SOP Classes of the standard, and of nothing else. */
const STORAGE_CLASSES = `${DICOM}.5.1.4.1.1.`;

/** Whether a SOP class is one that C-STORE stores; private classes are not. */
export const isStorageClass = (uid: string): boolean => uid.startsWith(STORAGE_CLASSES);

const MAX_UID_LENGTH = 64;

/** PS3.5, 9.1. A component with a leading zero is accepted: machines write them. */
export const isUid = (text: string): boolean =>
  text.length <= MAX_UID_LENGTH && /^\d+(?:\.\d+)+$/.test(text);

/** Characters and length of a UID in a file; devices do not keep to the other rules. */
export const UID_PATTERN = /^[0-9.]{1,64}$/;

/** A UUID of version 8 as a decimal number below 2.25 (PS3.5, B.2), the same for the same words. */
export function deriveUid(...words: readonly string[]): string {
  const hash = createHash('sha256').update(words.join(' ')).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return `2.25.${BigInt(`0x${hash.toString('hex')}`)}`;
}

/** The study of an examination: machines get it in the worklist, reports of pictures that are no DICOM join it. */
export const deriveStudyUid = (checkupId: string): string => deriveUid('study of', checkupId);
