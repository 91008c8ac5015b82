import type { Examination } from '../viewer-file.ts';

/** What is said about a picture: the patient, of what examination and day. */
export function captionOf({ patient, title, day }: Examination, hasName: boolean): string {
  return [hasName ? patient : '', title, day].filter(Boolean).join(' · ');
}

/** The name of a saved file. Never the name of the picture's own file, which often contains the patient's. */
export function fileNameOf(
  { patient, title, day }: Examination,
  hasName: boolean,
  extension: string,
): string {
  const words = [hasName ? patient : '', title || 'rentgen', day].filter(Boolean).join(' ');
  return `${words.replaceAll(/[^\p{L}\p{N} .-]/gu, '').trim()}.${extension}`;
}
