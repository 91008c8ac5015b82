/** Writes a subset of Onest with the letters that our pages use: `node web/build/fonts.ts`, after a new version of the font. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

/** The font has two files; a browser combines them by the unicode-range in fonts.css. */
const PARTS = {
  latin: `${ASCII}ÇçÖöÜüıÂâÉé\u00a0«»“”‘’–—…•·×°©²³±€↑↓−`,
  'latin-ext': 'ƏəĞğİŞş₼',
} as const;

export type FontPart = keyof typeof PARTS;
export const fontParts = Object.keys(PARTS) as FontPart[];

export const lettersOf = (part: FontPart): string => PARTS[part];

/** The weights our styles use. */
const WEIGHTS = { min: 400, max: 700 };

export const fontFile = (part: FontPart): URL =>
  new URL(`../src/styles/fonts/onest-${part}.woff2`, import.meta.url);

/** One part of the subset, as WOFF2. */
export async function cutFont(part: FontPart): Promise<Buffer> {
  const source = require.resolve(
    `@fontsource-variable/onest/files/onest-${part}-wght-normal.woff2`,
  );
  return subsetFont(await readFile(source), PARTS[part], {
    targetFormat: 'woff2',
    noHinting: true,
    variationAxes: { wght: WEIGHTS },
  });
}

if (import.meta.main) {
  for (const part of fontParts) await writeFile(fontFile(part), await cutFont(part));
}
