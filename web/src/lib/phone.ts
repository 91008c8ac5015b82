/** Two digits of operator or city, seven of the subscriber. */
const NATIONAL = /^([1-9]\d)(\d{3})(\d{2})(\d{2})$/;

/** What people put between the digits of a number. */
const PUNCTUATION = /[\s().\-–—/\u00a0]+/g;

/** The nine digits of an Azerbaijani number however it was written: 050…, 50…, 994 50…, 00994 (0)50…, +994 +994 50… */
function nationalDigits(number: string): string | undefined {
  const digits = number.replace(/\D/g, '');
  const foreign = /^(?:\+|00)/.test(number) && !/^(?:\+|00)994/.test(number);
  if (foreign) return undefined;
  const rest = digits.replace(/^(?:00)?(?:994)*(?=0?[1-9]\d{8}$)/, '').replace(/^0/, '');
  return NATIONAL.test(rest) ? rest : undefined;
}

/**
 * A phone number as it is read best: «+994 50 123 45 67». Numbers of other countries keep their own
 * grouping, and what is no number stays as it was typed, for the rules to judge.
 */
export function tidyPhone(text: string): string {
  const number = text.replace(PUNCTUATION, ' ').trim();
  if (!/^\+?[\d +]+$/.test(number)) return text.trim();
  const national = nationalDigits(number.replaceAll(' ', ''));
  if (national) return national.replace(NATIONAL, '+994 $1 $2 $3 $4');
  return number.replace(/^00(?=\s*[1-9])/, '+');
}
