import { provider } from '@deqiq/contract/shared/provider.ts';
import { MINUTE } from '../../../platform/time.ts';

/** Octets of a line (RFC 5545, 3.1). */
const MAX_LINE = 75;

interface Event {
  readonly uid: string;
  readonly startsAt: string;
  readonly minutes: number;
  readonly summary: string;
  readonly location: string;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One event as iCalendar (RFC 5545). */
export function writeCalendar({ startsAt, minutes, now, ...event }: Event): string {
  const start = Date.parse(startsAt);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${provider.shortName}//booking//AZ`,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${toStamp(now)}`,
    `DTSTART:${toStamp(start)}`,
    `DTEND:${toStamp(start + minutes * MINUTE)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `LOCATION:${escapeText(event.location)}`,
    `URL:${event.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const toStamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');

const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** Breaks a line between characters; a blank begins the rest. */
function fold(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (length + size > MAX_LINE) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}
