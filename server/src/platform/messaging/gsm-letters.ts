/** GSM 03.38: seven bits each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Its extension: two of them each. */
const EXTENSION = '^{}\\[~]|€\f';

const gsmLetters = new Set(BASIC + EXTENSION);

/** Whether a text needs UCS-2. ə, ğ, ı, ş, ç and Cyrillic letters do, so texts in Azerbaijani and Russian cost more. */
export const needsUnicode = (text: string): boolean =>
  [...text].some((letter) => !gsmLetters.has(letter));
