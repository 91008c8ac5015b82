import { findVr } from '../../../dicom/dictionary.ts';

/** Names the owner of a block of private elements (PS3.5, 7.8.1). */
const PRIVATE_CREATOR = /^...[13579BDF]00[1-9A-F]/;

/** The VR of an element by its tag in upper-case hex; from the dictionary where the file is of implicit VR. */
export function readVr(tag: string, vr: string | undefined, isSigned: boolean): string {
  if (vr && /^[A-Z]{2}$/.test(vr)) return vr;
  if (PRIVATE_CREATOR.test(tag)) return 'LO';
  const found = findVr(tag) ?? 'UN';
  return found === 'xs' ? (isSigned ? 'SS' : 'US') : found;
}
