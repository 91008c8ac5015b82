import type { PdfObjects, Ref } from './pdf-objects.ts';
import { toNumber } from './pdf-objects.ts';
import type { TrueTypeFont } from './true-type.ts';

/** A font of a document. The file of the font is a subset already; widths and letters are those that were used. */
export interface PdfFont {
  /** The width of a text at a size of 1 point. */
  measure(text: string): number;
  /** A hexadecimal string of glyphs that shows a text. */
  encode(text: string): string;
  /** Writes the font; nothing can be encoded afterwards. */
  embed(objects: PdfObjects): Ref;
}

/** The question mark, shown for a letter that the font lacks. */
const REPLACEMENT = 0x3f;

export function pdfFont(font: TrueTypeFont, name: string): PdfFont {
  const used = new Map<number, number>();
  const toGlyph = (letter: string): number => {
    const code = letter.codePointAt(0) ?? REPLACEMENT;
    const glyph = font.findGlyph(code);
    if (glyph === 0) return toGlyph(String.fromCodePoint(REPLACEMENT));
    if (!used.has(glyph)) used.set(glyph, code);
    return glyph;
  };
  return {
    measure: (text) =>
      [...text].reduce((sum, letter) => sum + font.readAdvance(toGlyph(letter)), 0) / 1_000,
    encode: (text) => `<${[...text].map((letter) => toHex(toGlyph(letter))).join('')}>`,
    embed: (objects) => embed(objects, font, name, used),
  };
}

const toHex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

/** A Type 0 font whose codes are the glyphs of the file (ISO 32000-1, 9.7). */
function embed(
  objects: PdfObjects,
  font: TrueTypeFont,
  name: string,
  used: ReadonlyMap<number, number>,
): Ref {
  const file = objects.addStream(`/Length1 ${font.bytes.length}`, font.bytes);
  const box = font.boundingBox.map(toNumber).join(' ');
  const descriptor = objects.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 ` +
      `/Ascent ${toNumber(font.ascent)} /Descent ${toNumber(font.descent)} ` +
      `/CapHeight ${toNumber(font.capHeight)} /StemV 90 /FontFile2 ${file} >>`,
  );
  const glyphs = [...used.keys()].sort((a, b) => a - b);
  const widths = glyphs.map((glyph) => `${glyph} [${toNumber(font.readAdvance(glyph))}]`);
  const descendant = objects.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDToGIDMap /Identity ` +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
      `/FontDescriptor ${descriptor} /W [${widths.join(' ')}] >>`,
  );
  const letters = objects.addStream('', Buffer.from(toUnicode(glyphs, used)));
  return objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant}] /ToUnicode ${letters} >>`,
  );
}

/** Entries of one section of a character map (9.10.3). */
const MAX_ENTRIES = 100;

/** Which letter each glyph is, for search and copying. */
function toUnicode(glyphs: readonly number[], used: ReadonlyMap<number, number>): string {
  const sections = Array.from({ length: Math.ceil(glyphs.length / MAX_ENTRIES) }, (_, index) => {
    const entries = glyphs
      .slice(index * MAX_ENTRIES, (index + 1) * MAX_ENTRIES)
      .map((glyph) => `<${toHex(glyph)}> <${toHex(used.get(glyph) ?? 0)}>`);
    return `${entries.length} beginbfchar\n${entries.join('\n')}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
