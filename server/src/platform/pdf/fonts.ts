import { readFileSync } from 'node:fs';
import { parseTrueType, type TrueTypeFont } from './true-type.ts';

/** Onest in two weights, cut by `web/build/fonts.ts`. */
export type FontWeight = 'regular' | 'semibold';

const read = (weight: FontWeight): TrueTypeFont =>
  parseTrueType(readFileSync(new URL(`fonts/onest-${weight}.ttf`, import.meta.url)));

let loaded: Readonly<Record<FontWeight, TrueTypeFont>> | undefined;

/** Reads the fonts with the first document. */
export function loadFonts(): Readonly<Record<FontWeight, TrueTypeFont>> {
  loaded ??= { regular: read('regular'), semibold: read('semibold') };
  return loaded;
}
