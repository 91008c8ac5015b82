/** The Azerbaijani alphabet, with w in its dictionary position. */
const ALPHABET = 'abcçdeəfgğhxıijkqlmnoöprsştuüvwyz';

const FIRST_CODE = 'a'.charCodeAt(0);
const codes = new Map(
  [...ALPHABET].map((letter, index) => [letter, String.fromCharCode(FIRST_CODE + index)]),
);

/** A key whose byte order is the Azerbaijani alphabetical order, ignoring case: ə after e, x after h. */
export function sortKey(text: string): string {
  const letters = text.toWellFormed().replaceAll('\0', '').normalize('NFC').toLocaleLowerCase('az');
  return Array.from(letters.trim().replace(/\s+/g, ' '), letterKey).join('');
}

function letterKey(letter: string): string {
  const plain = codes.has(letter) ? letter : letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(plain, (part) => codes.get(part) ?? part).join('');
}
