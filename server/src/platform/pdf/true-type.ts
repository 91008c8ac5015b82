/** Metrics and glyphs of a TrueType font (ISO/IEC 14496-22). Lengths are in thousandths of the font size. */
export interface TrueTypeFont {
  readonly bytes: Buffer;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly boundingBox: readonly number[];
  /** The glyph of a code point; 0 where the font has none. */
  findGlyph(codePoint: number): number;
  readAdvance(glyph: number): number;
}

/** Parses a font of one face that has a character map of format 4. Throws for others. */
export function parseTrueType(bytes: Buffer): TrueTypeFont {
  const find = tableFinder(bytes);
  const head = find('head');
  const hhea = find('hhea');
  const os2 = find('OS/2');
  const hmtx = find('hmtx');
  const unitsPerEm = bytes.readUInt16BE(head + 18);
  const advances = bytes.readUInt16BE(hhea + 34);
  const scale = (value: number): number => (value * 1_000) / unitsPerEm;
  const glyphs = readCharacterMap(bytes, find('cmap'));
  return {
    bytes,
    ascent: scale(bytes.readInt16BE(hhea + 4)),
    descent: scale(bytes.readInt16BE(hhea + 6)),
    capHeight: scale(bytes.readInt16BE(os2 + 88)),
    boundingBox: [36, 38, 40, 42].map((offset) => scale(bytes.readInt16BE(head + offset))),
    findGlyph: (codePoint) => glyphs.get(codePoint) ?? 0,
    // Glyphs beyond the last advance have the same one.
    readAdvance: (glyph) => scale(bytes.readUInt16BE(hmtx + 4 * Math.min(glyph, advances - 1))),
  };
}

function tableFinder(bytes: Buffer): (tag: string) => number {
  const count = bytes.readUInt16BE(4);
  const offsets = new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 12 + 16 * index;
      return [bytes.toString('latin1', entry, entry + 4), bytes.readUInt32BE(entry + 8)] as const;
    }),
  );
  return (tag) => {
    const offset = offsets.get(tag);
    if (offset === undefined) throw new Error(`the font has no table ${tag}`);
    return offset;
  };
}

/** Glyphs by code point, of the first subtable of format 4 (segments of the basic plane). */
function readCharacterMap(bytes: Buffer, cmap: number): ReadonlyMap<number, number> {
  const count = bytes.readUInt16BE(cmap + 2);
  const subtable = Array.from(
    { length: count },
    (_, index) => cmap + bytes.readUInt32BE(cmap + 4 + 8 * index + 4),
  ).find((offset) => bytes.readUInt16BE(offset) === 4);
  if (subtable === undefined) throw new Error('the font has no character map of format 4');
  const segments = bytes.readUInt16BE(subtable + 6);
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < segments; segment += 2) {
    const end = bytes.readUInt16BE(subtable + 14 + segment);
    const start = bytes.readUInt16BE(subtable + 16 + segments + segment);
    const delta = bytes.readUInt16BE(subtable + 16 + 2 * segments + segment);
    const rangeAt = subtable + 16 + 3 * segments + segment;
    const range = bytes.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const stored = range === 0 ? code : bytes.readUInt16BE(rangeAt + range + 2 * (code - start));
      if (stored !== 0) glyphs.set(code, (stored + delta) % 0x1_0000);
    }
  }
  return glyphs;
}
