const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Yields the content of each element with this name, as it is written. The elements of S3 have no attribute that counts,
 * no CDATA section, and contain none of their own name; nothing else of XML is read.
 */
export function* readElements(xml: string, name: string): Generator<string> {
  const element = new RegExp(
    `<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^]*?)</(?:[\\w-]+:)?${name}>`,
    'g',
  );
  for (const [, content = ''] of xml.matchAll(element)) yield content;
}

/** Whether there is an element with this name. */
export const hasElement = (xml: string, name: string): boolean =>
  new RegExp(`<(?:[\\w-]+:)?${name}[\\s/>]`).test(xml);

/** The text of the first element with this name; undefined where there is none. */
export function readText(xml: string, name: string): string | undefined {
  const [content] = readElements(xml, name);
  return content === undefined ? undefined : decodeEntities(content);
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#[xX]([\da-fA-F]+)|#(\d+)|(amp|lt|gt|quot|apos));/g,
    (_whole, hexadecimal?: string, decimal?: string, name = '') =>
      NAMED[name] ??
      String.fromCodePoint(Number.parseInt(hexadecimal ?? decimal ?? '', hexadecimal ? 16 : 10)),
  );
}

/** The body of CompleteMultipartUpload. */
export function formatParts(parts: readonly { number: number; etag: string }[]): string {
  const list = parts.map(
    ({ number, etag }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${encodeEntities(etag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`;
}

const encodeEntities = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
