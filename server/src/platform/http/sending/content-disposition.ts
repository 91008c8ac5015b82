/** Types that browsers display; on our origin every other type is only downloaded. */
const INLINE_TYPES = /^(image\/(jpeg|png|webp|gif)|text\/plain)(;|$)/;

/** Content-Disposition (RFC 6266): the name in UTF-8 (RFC 5987), and in ASCII for old clients. */
export function contentDisposition(contentType: string, name: string): string {
  const kind = INLINE_TYPES.test(contentType) ? 'inline' : 'attachment';
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
