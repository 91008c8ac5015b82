/** Two digits of operator or city, seven of the subscriber. */
const NATIONAL = /^[1-9]\d{8}$/;

/** Operator codes of Azerbaijani mobile numbers. */
const MOBILE = /^(?:10|50|51|55|60|70|77|99)/;

/** The nine digits of an Azerbaijani number however it was written: 050…, 50…, 994 50…, 00994 (0)50…, +994 +994 50… */
function nationalDigits(number: string): string | undefined {
  const isForeign = /^(?:\+|00)/.test(number) && !/^(?:\+|00)994/.test(number);
  if (isForeign) return undefined;
  const digits = number.replace(/\D/g, '');
  const rest = digits.replace(/^(?:00)?(?:994)*(?=0?[1-9]\d{8}$)/, '').replace(/^0/, '');
  return NATIONAL.test(rest) ? rest : undefined;
}

/** Where a written telephone number leads. Neither address is there for a text that is no number. */
export type PhoneAddresses = {
  /** A `tel:` address. */
  call?: string;
  /** WhatsApp, for numbers that may be mobile phones. */
  whatsApp?: string;
};

/** Links of a typed number. Azerbaijani numbers become international; foreign ones need + or 00; short ones stay. */
export function phoneAddresses(text: string): PhoneAddresses {
  // A text after the number, such as an extension, would be dialled with it.
  const number = text.replace(/[\s().\-–—/\u00a0]+/g, '');
  if (!/^\+?[\d+]{3,}$/.test(number)) return {};
  const national = nationalDigits(number);
  if (national) {
    const international = `994${national}`;
    return {
      call: `tel:+${international}`,
      ...(MOBILE.test(national) && { whatsApp: `https://wa.me/${international}` }),
    };
  }
  const international = /^(?:\+|00)([1-9]\d{7,14})$/.exec(number)?.[1];
  if (!international) return { call: `tel:${number}` };
  return { call: `tel:+${international}`, whatsApp: `https://wa.me/${international}` };
}
