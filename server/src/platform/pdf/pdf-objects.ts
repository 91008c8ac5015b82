import { deflateSync } from 'node:zlib';

/** A reference to an indirect object: "12 0 R". */
export type Ref = `${number} 0 R`;

/** The objects of a PDF file (ISO 32000-1, 7.5). The same calls make the same bytes. */
export interface PdfObjects {
  /** A reference to an object that `define` writes later. */
  reserve(): Ref;
  define(ref: Ref, body: string | Buffer): void;
  add(body: string | Buffer): Ref;
  /** A stream; `entries` are those of its dictionary without length and filter. */
  addStream(entries: string, content: Buffer, filter?: StreamFilter): Ref;
  /** The file. `id`: 32 hexadecimal digits that identify the document. */
  finish(trailer: { readonly root: Ref; readonly info: Ref; readonly id: string }): Buffer;
}

/** `none`: metadata of PDF/A is not compressed. `jpeg`: the content is a JPEG file. */
type StreamFilter = 'deflate' | 'jpeg' | 'none';

const FILTERS = { deflate: '/Filter /FlateDecode', jpeg: '/Filter /DCTDecode', none: '' } as const;

/** PDF 1.7; the second line says that the file is binary (PDF/A-2, 6.1.2). */
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

export function pdfObjects(): PdfObjects {
  const bodies: Buffer[] = [];
  const objects: PdfObjects = {
    reserve() {
      bodies.push(Buffer.alloc(0));
      return `${bodies.length} 0 R`;
    },
    define(ref, body) {
      bodies[Number.parseInt(ref, 10) - 1] = typeof body === 'string' ? Buffer.from(body) : body;
    },
    add(body) {
      const ref = objects.reserve();
      objects.define(ref, body);
      return ref;
    },
    addStream(entries, content, filter = 'deflate') {
      const bytes = filter === 'deflate' ? deflateSync(content, { level: 9 }) : content;
      const head = `<< ${entries} ${FILTERS[filter]} /Length ${bytes.length} >>\nstream\n`;
      return objects.add(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')]));
    },
    finish: (trailer) => writeFile(bodies, trailer),
  };
  return objects;
}

function writeFile(
  bodies: readonly Buffer[],
  { root, info, id }: { readonly root: Ref; readonly info: Ref; readonly id: string },
): Buffer {
  const parts: Buffer[] = [HEADER];
  const offsets: number[] = [];
  let length = HEADER.length;
  for (const [index, body] of bodies.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = bodies.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n` +
        `<< /Size ${size} /Root ${root} /Info ${info} /ID [<${id}> <${id}>] >>\n` +
        `startxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A text string (7.9.2.2) in UTF-16. */
export function toTextString(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex').toUpperCase()}>`;
}

/** An instant (ISO 8601 in UTC) as a date (7.9.4), to the second. */
export const toPdfDate = (instant: string): string =>
  `(D:${instant.replace(/\D/g, '').slice(0, 14)}Z)`;

/** A number without an exponent. */
export const toNumber = (value: number): string => String(Number(value.toFixed(3)));
