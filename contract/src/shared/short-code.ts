/** Digits and letters that are not mistaken for one another; a prime number of them, so that a check finds every swap. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRTVWXYZ';
const BASE = ALPHABET.length;

/** Characters for the number at least; more where it is greater. */
const MIN_DIGITS = 4;

/** Characters that are derived from the id: SQLite gives the number of a deleted newest row to the next one. */
const TAG_LENGTH = 2;

/** Characters of SH and of a code at most. */
const MAX_LENGTH = 16;

/**
 * Short codes of one kind of row: prefix, number, two characters of the id and a check character, which finds one wrong
 * character and two that were swapped.
 */
export function shortCodes(prefix: string) {
  return {
    /** `seq` is the number of the row in lists, `id` its id. */
    format({ seq, id }: { readonly seq: number; readonly id: string }): string {
      const body = `${encode(seq).padStart(MIN_DIGITS, '0')}${createTag(id)}`;
      return `${prefix}${body}${checkCharacter(body)}`;
    },

    /**
     * The number of the row that a code names, which may be that of another one: compare the code of its row. undefined
     * for any other text. Blanks, hyphens and lower case are accepted.
     */
    parse(text: string): number | undefined {
      const code = normalizeCode(text);
      const body = code.slice(prefix.length, -1);
      const isCode =
        code.startsWith(prefix) &&
        code.length <= MAX_LENGTH &&
        body.length >= MIN_DIGITS + TAG_LENGTH &&
        [...code.slice(prefix.length)].every((character) => ALPHABET.includes(character)) &&
        checkCharacter(body) === code.at(-1);
      if (!isCode) return undefined;
      const seq = [...body.slice(0, -TAG_LENGTH)].reduce(
        (sum, character) => sum * BASE + ALPHABET.indexOf(character),
        0,
      );
      return Number.isSafeInteger(seq) && seq > 0 ? seq : undefined;
    },
  };
}

/** The code as it was typed: in upper case, without blanks and hyphens. */
export const normalizeCode = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase();

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
