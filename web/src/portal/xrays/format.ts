import type { Checkup } from '@deqiq/contract/checkups.ts';
import { extensionOf } from '@deqiq/contract/files.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

const amount = new Intl.NumberFormat('az-AZ', { maximumFractionDigits: 1 });
const calendarDay = new Intl.DateTimeFormat('az-AZ', { dateStyle: 'long', timeZone: 'UTC' });
const dayInBaku = new Intl.DateTimeFormat('az-AZ', { dateStyle: 'long', timeZone: 'Asia/Baku' });

/** Bytes as people read them; a KB is 1,024 bytes. */
export function fileSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${amount.format(bytes / 1024 ** step)} ${UNITS[step]}`;
}

/** What kind of file a name says it is; scanners write DICOM without an extension. */
export function fileKind(name: string): string {
  const extension = extensionOf(name);
  return extension === '' || extension === 'dcm' ? 'DICOM' : extension.toUpperCase();
}

/** The day of the examination; where nobody has entered it, the day it reached the system. */
export function checkupDay({ startDate, createdAt }: Checkup): string {
  return startDate
    ? calendarDay.format(new Date(startDate))
    : dayInBaku.format(new Date(createdAt));
}

/** First and last name; shipments of partners have none. */
export function personName({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string {
  return `${firstName} ${lastName}`.trim() || '—';
}
