/** GSM 03.38: one unit of seven bits each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Its extension: two units each. */
const EXTENSION = '^{}\\[~]|€\f';

const gsmUnits = new Map([
  ...[...BASIC].map((letter) => [letter, 1] as const),
  ...[...EXTENSION].map((letter) => [letter, 2] as const),
]);

/** Units of a message, and of each part of a longer one, whose header takes six bytes. */
const LIMITS = {
  gsm: { single: 160, part: 153 },
  ucs2: { single: 70, part: 67 },
};

/** Whether a text needs UCS-2. ə, ğ, ı, ş, ç and Cyrillic letters do, so texts in Azerbaijani and Russian cost more. */
export const needsUnicode = (text: string): boolean =>
  [...text].some((letter) => !gsmUnits.has(letter));

/** The number of paid parts of an SMS. A letter of two units is never divided between two parts. */
export function countSmsParts(text: string): number {
  const isUnicode = needsUnicode(text);
  const { single, part } = isUnicode ? LIMITS.ucs2 : LIMITS.gsm;
  const units = [...text].map((letter) =>
    isUnicode ? letter.length : (gsmUnits.get(letter) ?? 1),
  );
  const total = units.reduce((sum, count) => sum + count, 0);
  if (total <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const count of units) {
    if (used + count > part) {
      parts += 1;
      used = 0;
    }
    used += count;
  }
  return parts;
}
