import letters from './letters.json' with { type: 'json' };

type Glyph = readonly [advance: number, path: string];

const glyphs = new Map(Object.entries(letters as unknown as Record<string, Glyph>));

interface Lettering {
  x: number;
  /** The baseline. */
  y: number;
  size: number;
  fill: string;
  align?: 'start' | 'middle' | 'end';
  /** A longer text becomes smaller until it fits. */
  maxWidth?: number;
}

/** A missing letter throws, because it would leave a hole in a name. */
function findGlyph(letter: string): Glyph {
  const glyph = glyphs.get(letter);
  if (!glyph)
    throw new Error(`letters.json has no outline of "${letter}" (see docs/decisions/site.md)`);
  return glyph;
}

/** A line of text as outlines, so that no font has to be installed. */
export function lettering(text: string, options: Lettering): string {
  const { x, y, fill, align = 'start', maxWidth = Number.POSITIVE_INFINITY } = options;
  const row = Array.from(text, findGlyph);
  const width = row.reduce((sum, [advance]) => sum + advance, 0);
  const scale = Math.min(options.size, (maxWidth / width) * 1000) / 1000;
  const start = x - { start: 0, middle: 0.5, end: 1 }[align] * width * scale;
  let at = 0;
  const paths = row.map(([advance, path]) => {
    const here = at;
    at += advance;
    return path && `<path transform="translate(${here} 0)" d="${path}"/>`;
  });
  const transform = `translate(${start.toFixed(1)} ${y}) scale(${scale.toFixed(4)})`;
  return `<g fill="${fill}" stroke="none" transform="${transform}">${paths.join('')}</g>`;
}
