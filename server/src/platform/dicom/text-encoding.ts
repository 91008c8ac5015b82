/** Character sets in which a machine can receive texts. */
export const characterSets = ['utf8', 'latin5', 'ascii'] as const;
export type CharacterSet = (typeof characterSets)[number];

/** Values of Specific Character Set (0008,0005) (PS3.3, C.12.1.1.2); '' is the default repertoire, ASCII. */
export const SPECIFIC_CHARACTER_SET: Readonly<Record<CharacterSet, string>> = {
  utf8: 'ISO_IR 192',
  latin5: 'ISO_IR 148',
  ascii: '',
};

/** Bytes of the letters above ASCII in ISO 8859-9, Latin alphabet No. 5. */
const LATIN5: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 96 }, (_, index): [string, number] => {
    const byte = 0xa0 + index;
    return [new TextDecoder('iso-8859-9').decode(Uint8Array.of(byte)), byte];
  }),
);

/** Letters that have no marks to remove. */
const PLAIN: Readonly<Record<string, string>> = { ə: 'e', Ə: 'E', ı: 'i', İ: 'I' };

/** Encodes a text. A letter that the character set lacks becomes its plain form (`ə` becomes `e`), else `?`. */
export function encodeText(text: string, characterSet: CharacterSet): Buffer {
  if (characterSet === 'utf8') return Buffer.from(text.normalize('NFC'));
  const bytes = [...text.normalize('NFC')].flatMap((letter) =>
    encodeLetter(letter, characterSet === 'latin5'),
  );
  return Buffer.from(bytes);
}

function encodeLetter(letter: string, isLatin5: boolean): number[] {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) return [code];
  const byte = isLatin5 ? LATIN5.get(letter) : undefined;
  if (byte !== undefined) return [byte];
  const plain = PLAIN[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return [...plain].map((part) => {
    const plainCode = part.codePointAt(0) ?? 0;
    return plainCode < 0x80 ? plainCode : 0x3f;
  });
}
