import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { acceptedFileTypes, type FileLink, fileExtension } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/portal/file-sizes.js';
import { formatLongDay, formatNumber } from '../../../lib/format.ts';

const units = [
  texts.bytes,
  texts.kilobytes,
  texts.megabytes,
  texts.gigabytes,
  texts.terabytes,
] as const;

/** Bytes as people read them; a KB is 1,024 bytes. */
export function fileSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const size = formatNumber(bytes / 1024 ** step);
  return (units[step] ?? texts.bytes)({ size });
}

/** The type of a file by its name; scanners write DICOM without an extension. */
export function fileKind(name: string): string {
  const extension = fileExtension(name);
  return extension === '' || extension === 'dcm' ? 'DICOM' : extension.toUpperCase();
}

/** The day of the examination, or of its upload if none was entered. */
export function checkupDay({
  startDate,
  createdAt,
}: Pick<Checkup, 'startDate' | 'createdAt'>): string {
  return startDate ? formatLongDay(startDate) : formatLongDay(createdAt, 'instant');
}

/** Bytes up to which a text is shown in place; a longer one is downloaded. */
const MAX_TEXT = 200_000;

/** Whether a file is a plain text that can be read on the screen. */
export const isShortText = ({ contentType, size }: FileLink): boolean =>
  contentType === acceptedFileTypes.txt && size <= MAX_TEXT;
