import * as texts from '@deqiq/messages/viewer/export.js';
import type { Examination } from '../viewer-file.ts';

/** Caption of a picture: patient, examination and day. */
export function formatCaption(
  { patient, title, day }: Examination,
  hasPatientName: boolean,
): string {
  return [hasPatientName ? patient : '', title, day].filter(Boolean).join(' · ');
}

/** The name of a saved file. It never contains the patient's, which lists of downloads and messengers show to others. */
export function createFileName({ title, day }: Examination, extension: string): string {
  const words = [title || texts.fileName(), day].filter(Boolean).join(' ');
  return `${words.replaceAll(/[^\p{L}\p{N} .-]/gu, '').trim()}.${extension}`;
}
