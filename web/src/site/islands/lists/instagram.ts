const NAME = /^[A-Za-z0-9._]{1,30}$/;
const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?instagram\.com\/([^/?#]+)/i;

/** The account's name, from «@ad», «ad» or an address of Instagram; undefined where it is none of these. */
export function instagramName(text: string): string | undefined {
  const written = text.trim();
  const name = (ADDRESS.exec(written)?.[1] ?? written).replace(/^@/, '');
  return NAME.test(name) ? name : undefined;
}
