/** Max characters of a component group of PN, and of LO (PS3.5, 6.2). */
export const PN_MAX = 64;
export const LO_MAX = 64;

/** One line without the characters that separate values and components of names, of at most `max` characters. */
export const toLine = (text: string, max: number): string =>
  [...text.replace(/[\\^=\p{Cc}]+/gu, ' ').trim()].slice(0, max).join('');

/** A value of the VR LO. It may have 64 characters, but programs count bytes. */
export function toLo(text: string): string {
  const letters = [...toLine(text, LO_MAX)];
  while (Buffer.byteLength(letters.join('')) > LO_MAX) letters.pop();
  return letters.join('').trim();
}

interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

/** A value of the VR PN: last and first name. */
export const toPersonName = ({ lastName, firstName }: Name): string =>
  `${toLine(lastName, PN_MAX / 2)}^${toLine(firstName, PN_MAX / 2 - 1)}`;

/** A value of the VR PN of a name in its usual order: its last word is the last name. */
export function splitPersonName(name: string): string {
  const words = name.trim().split(/\s+/);
  return toPersonName({ lastName: words.at(-1) ?? '', firstName: words.slice(0, -1).join(' ') });
}

/** A day, YYYY-MM-DD, as a value of the VR DA. */
export const toDa = (day: string): string => day.replaceAll('-', '');

/** Paragraphs as in the VRs ST, LT and UT: lines end with CR LF, and no other control characters are in them. */
export const toParagraphs = (text: string): string =>
  text
    .trim()
    .replace(/\r\n?|\n/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll('\n', '\r\n');
