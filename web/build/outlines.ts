/**
 * Takes the letters of Onest out of its font as outlines, for drawings that may rely on no font being
 * installed: `node web/build/outlines.ts`, after a new version of the font.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { type Glyph, readGlyphs } from './true-type.ts';

const require = createRequire(import.meta.url);

/** The font comes in two files. */
const LETTERS = {
  latin: " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-–/()+&'@«»ÇçÖöÜüı",
  'latin-ext': 'ƏəĞğİŞş',
} as const;

/** One weight that serves a sign as well as a line of small print. */
const WEIGHT = 500;

export const outlinesFile = new URL('../../samples/src/drawings/letters.json', import.meta.url);

export async function cutOutlines(): Promise<string> {
  const letters: Record<string, Glyph> = {};
  for (const [part, text] of Object.entries(LETTERS)) {
    const source = require.resolve(
      `@fontsource-variable/onest/files/onest-${part}-wght-normal.woff2`,
    );
    const font = await subsetFont(await readFile(source), text, {
      targetFormat: 'sfnt',
      noHinting: true,
      variationAxes: { wght: WEIGHT },
    });
    for (const [letter, glyph] of readGlyphs(font, text)) letters[letter] = glyph;
  }
  return `${JSON.stringify(letters, null, 2)}\n`;
}

if (import.meta.main) await writeFile(outlinesFile, await cutOutlines());
