import { inflateSync } from 'node:zlib';

/** The pages of a PDF as jsPDF writes it, and their text: one font, whose glyphs a ToUnicode table names. */
export function readPdf(bytes: Buffer): { pages: number; pictures: number; text: string } {
  const source = bytes.toString('latin1');
  const streams = [...source.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].map(([, body = '']) =>
    inflateOrKeep(Buffer.from(body, 'latin1')),
  );
  const letters = new Map(
    streams
      .flatMap((stream) => [...stream.matchAll(/beginbfchar(.*?)endbfchar/gs)])
      .flatMap(([, table = '']) => [...table.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>/gi)])
      .map(([, glyph = '', code = '']) => [
        Number.parseInt(glyph, 16),
        String.fromCharCode(Number.parseInt(code, 16)),
      ]),
  );
  const texts = streams
    .flatMap((stream) => [...stream.matchAll(/<([\da-f]+)>\s*Tj/gi)])
    .map(([, glyphs = '']) =>
      (glyphs.match(/.{4}/g) ?? [])
        .map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '')
        .join(''),
    );
  return {
    pages: [...source.matchAll(/\/Type\s*\/Page\b/g)].length,
    pictures: [...source.matchAll(/\/Subtype\s*\/Image\b/g)].length,
    text: texts.join('\n'),
  };
}

function inflateOrKeep(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return bytes.toString('latin1');
  }
}
