/** Digits and letters that are not mistaken for one another; a prime number of them, so that a check finds every swap. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRTVWXYZ';
const BASE = ALPHABET.length;

const PREFIX = 'DQ';

/** Characters for the number at least; more where it is greater. */
const MIN_DIGITS = 4;

/** Characters that are derived from the id: SQLite gives the number of a deleted newest row to the next one. */
const TAG_LENGTH = 2;

/**
 * The short code of an examination: its accession number (0008,0050; SH, at most 16 characters). `seq` is its number in
 * lists, `id` its id. Ends with a check character, which finds one wrong character and two that were swapped.
 */
export function formatExaminationCode({ seq, id }: { readonly seq: number; readonly id: string }) {
  const body = `${encode(seq).padStart(MIN_DIGITS, '0')}${createTag(id)}`;
  return `${PREFIX}${body}${checkCharacter(body)}`;
}

/**
 * The number of the examination that a code names, which may be that of another one: compare the code of its row.
 * undefined for any other text. Blanks, hyphens and lower case are accepted.
 */
export function parseExaminationCode(text: string): number | undefined {
  const code = normalizeExaminationCode(text);
  const body = code.slice(PREFIX.length, -1);
  const isCode =
    code.startsWith(PREFIX) &&
    code.length <= 16 &&
    body.length >= MIN_DIGITS + TAG_LENGTH &&
    [...code.slice(PREFIX.length)].every((character) => ALPHABET.includes(character)) &&
    checkCharacter(body) === code.at(-1);
  if (!isCode) return undefined;
  const seq = [...body.slice(0, -TAG_LENGTH)].reduce(
    (sum, character) => sum * BASE + ALPHABET.indexOf(character),
    0,
  );
  return Number.isSafeInteger(seq) && seq > 0 ? seq : undefined;
}

/** The code as it was typed: in upper case, without blanks and hyphens. */
export const normalizeExaminationCode = (text: string): string =>
  text.replace(/[\s-]+/g, '').toUpperCase();

function encode(number: number): string {
  let text = '';
  let rest = number;
  do {
    text = `${ALPHABET[rest % BASE]}${text}`;
    rest = Math.floor(rest / BASE);
  } while (rest > 0);
  return text;
}

/** FNV-1a, 32 bits. */
function createTag(id: string): string {
  let sum = 0x811c_9dc5;
  for (const character of id) sum = Math.imul(sum ^ (character.codePointAt(0) ?? 0), 0x0100_0193);
  return encode((sum >>> 0) % BASE ** TAG_LENGTH).padStart(TAG_LENGTH, '0');
}

/** Weights that differ, modulo a prime. */
function checkCharacter(body: string): string {
  const sum = [...body].reduce(
    (total, character, index) => total + (index + 2) * ALPHABET.indexOf(character),
    0,
  );
  return ALPHABET[sum % BASE] ?? '';
}
