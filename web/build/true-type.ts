/** Outlines out of a TrueType font: the tables cmap (format 4), loca, glyf and hmtx of the OpenType specification. */

/** Advance width and outline in thousandths of the font size, y downwards. */
export type Glyph = [advance: number, path: string];

interface Point {
  x: number;
  y: number;
  onCurve: boolean;
}

type Contours = Point[][];

export function readGlyphs(font: Buffer, text: string): Map<string, Glyph> {
  const table = tablesOf(font);
  const scale = 1000 / table('head').readUInt16BE(18);
  const glyphs = new Map<string, Glyph>();
  for (const letter of new Set(text)) {
    const index = glyphIndex(table('cmap'), letter.codePointAt(0) ?? 0);
    if (index === 0) continue;
    const advance = Math.round(advanceOf(table, index) * scale);
    glyphs.set(letter, [advance, pathOf(contoursOf(table, index), scale)]);
  }
  return glyphs;
}

type Tables = (tag: string) => Buffer;

function tablesOf(font: Buffer): Tables {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const entry = 12 + i * 16;
    const start = font.readUInt32BE(entry + 8);
    const length = font.readUInt32BE(entry + 12);
    tables.set(font.toString('latin1', entry, entry + 4), font.subarray(start, start + length));
  }
  return (tag) => {
    const table = tables.get(tag);
    if (!table) throw new Error(`The font has no table ${tag}`);
    return table;
  };
}

function glyphIndex(cmap: Buffer, code: number): number {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const map = cmap.subarray(cmap.readUInt32BE(8 + i * 8));
    if (map.readUInt16BE(0) !== 4) continue;
    const half = map.readUInt16BE(6);
    for (let at = 0; at < half; at += 2) {
      if (code > map.readUInt16BE(14 + at)) continue;
      const first = map.readUInt16BE(16 + half + at);
      if (code < first) return 0;
      const delta = map.readUInt16BE(16 + half * 2 + at);
      const range = 16 + half * 3 + at;
      const offset = map.readUInt16BE(range);
      if (offset === 0) return (code + delta) & 0xffff;
      return map.readUInt16BE(range + offset + (code - first) * 2);
    }
  }
  return 0;
}

function advanceOf(table: Tables, index: number): number {
  const measured = table('hhea').readUInt16BE(34);
  return table('hmtx').readUInt16BE(Math.min(index, measured - 1) * 4);
}

function contoursOf(table: Tables, index: number): Contours {
  const loca = table('loca');
  const long = table('head').readUInt16BE(50) === 1;
  const at = (i: number) => (long ? loca.readUInt32BE(i * 4) : loca.readUInt16BE(i * 2) * 2);
  const glyph = table('glyf').subarray(at(index), at(index + 1));
  if (glyph.length === 0) return [];
  const contours = glyph.readInt16BE(0);
  return contours < 0 ? composite(table, glyph) : simple(glyph, contours);
}

/** A letter put together from others, such as ğ from g and its breve. */
function composite(table: Tables, glyph: Buffer): Contours {
  const contours: Contours = [];
  let at = 10;
  for (let more = true; more; ) {
    const flags = glyph.readUInt16BE(at);
    const part = contoursOf(table, glyph.readUInt16BE(at + 2));
    const words = (flags & 1) !== 0;
    const dx = words ? glyph.readInt16BE(at + 4) : glyph.readInt8(at + 4);
    const dy = words ? glyph.readInt16BE(at + 6) : glyph.readInt8(at + 5);
    at += words ? 8 : 6;
    if (flags & (8 | 64 | 128)) throw new Error('A scaled part of a letter is not read');
    contours.push(...part.map((points) => points.map((p) => ({ ...p, x: p.x + dx, y: p.y + dy }))));
    more = (flags & 32) !== 0;
  }
  return contours;
}

function simple(glyph: Buffer, count: number): Contours {
  const ends = Array.from({ length: count }, (_, i) => glyph.readUInt16BE(10 + i * 2));
  const points = (ends.at(-1) ?? -1) + 1;
  let at = 10 + count * 2;
  at += 2 + glyph.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyph.readUInt8(at++);
    const times = flag & 8 ? glyph.readUInt8(at++) + 1 : 1;
    for (let i = 0; i < times; i++) flags.push(flag);
  }
  const coordinates = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += glyph.readUInt8(at++) * (flag & same ? 1 : -1);
      else if (!(flag & same)) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(2, 16);
  const ys = coordinates(4, 32);
  const all = flags.map((flag, i) => ({ x: xs[i] ?? 0, y: ys[i] ?? 0, onCurve: (flag & 1) !== 0 }));
  return ends.map((end, i) => all.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end + 1));
}

/** Two points off the curve in a row have one on the curve half-way between them. */
function pathOf(contours: Contours, scale: number): string {
  const half = (a: Point, b: Point): Point => ({
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    onCurve: true,
  });
  const at = ({ x, y }: Point) => `${Math.round(x * scale)} ${Math.round(-y * scale)}`;
  let path = '';
  for (const contour of contours) {
    const whole = contour.flatMap((point, i) => {
      const next = contour[(i + 1) % contour.length] ?? point;
      return point.onCurve || next.onCurve ? [point] : [point, half(point, next)];
    });
    const first = whole.findIndex((point) => point.onCurve);
    const points = [...whole.slice(first), ...whole.slice(0, first)];
    const start = points[0];
    if (!start) continue;
    path += `M${at(start)}`;
    for (let i = 1; i < points.length; i++) {
      const point = points[i] ?? start;
      if (point.onCurve) path += `L${at(point)}`;
      else path += `Q${at(point)} ${at(points[++i] ?? start)}`;
    }
    path += 'Z';
  }
  return path;
}
