/** Writes a subset of Onest with the letters that our pages use: `node web/build/fonts.ts`, after a new version of the font. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import offlineTexts from '../../messages/catalogues/partner/worker.json' with { type: 'json' };

const require = createRequire(import.meta.url);

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

/** А to я; Unicode has Ё and ё elsewhere. */
const RUSSIAN = Array.from({ length: 64 }, (_, index) => String.fromCharCode(0x410 + index)).join(
  '',
);

/** The font has three files; a browser combines them by the unicode-range in fonts.css. */
const PARTS = {
  latin: `${ASCII}ÇçÖöÜüıÂâÉé\u00a0«»“”‘’–—…•·×°©²³±€↑↓−`,
  'latin-ext': 'ƏəĞğİŞş₼',
  cyrillic: `${RUSSIAN}Ёё№`,
} as const;

export type FontPart = keyof typeof PARTS;
export const fontParts = Object.keys(PARTS) as FontPart[];

export const listLetters = (part: FontPart): string => PARTS[part];

/** The weights our styles use. */
const WEIGHTS = { min: 400, max: 700 };

export const fontFile = (part: FontPart): URL =>
  new URL(`../src/styles/fonts/onest-${part}.woff2`, import.meta.url);

/** One part of the subset, as WOFF2. */
export const cutFont = (part: FontPart): Promise<Buffer> => cut(part, PARTS[part], WEIGHTS);

async function cut(part: FontPart, letters: string, wght: typeof WEIGHTS): Promise<Buffer> {
  const source = require.resolve(
    `@fontsource-variable/onest/files/onest-${part}-wght-normal.woff2`,
  );
  return subsetFont(await readFile(source), letters, {
    targetFormat: 'woff2',
    noHinting: true,
    variationAxes: { wght },
  });
}

/** The letters of the offline page in every language; it has them in itself. */
const OFFLINE_LETTERS = Object.values(offlineTexts).flatMap(Object.values).join('');
const OFFLINE_WEIGHTS = { min: 400, max: 600 };

export const offlineFontFile = (part: FontPart): URL =>
  new URL(`../src/styles/fonts/onest-offline-${part}.woff2`, import.meta.url);

export const cutOfflineFont = (part: FontPart): Promise<Buffer> =>
  cut(part, OFFLINE_LETTERS, OFFLINE_WEIGHTS);

/** Codes of Cyrillic: patients have Russian names too. */
const CYRILLIC = { first: 0x0400, last: 0x045f };

function listCodes({ first, last }: typeof CYRILLIC): string {
  return String.fromCharCode(
    ...Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

/** Every letter of the pages, of names in Cyrillic, and the signs of measurements. A document has one file for all. */
const DOCUMENT_LETTERS = [...Object.values(PARTS), listCodes(CYRILLIC), '№Ø≈'].join('');

export const documentFontFile = new URL(
  '../src/viewer/export/pdf/onest-document.ttf',
  import.meta.url,
);

/** The font of PDF documents, as TrueType in one weight: a PDF holds no WOFF2. */
export const cutDocumentFont = (): Promise<Buffer> =>
  cutTrueType('400Regular/Onest_400Regular.ttf', DOCUMENT_LETTERS);

/** Diagnostic reports are written by the server, in two weights. */
const REPORT_FONTS = {
  regular: '400Regular/Onest_400Regular.ttf',
  semibold: '600SemiBold/Onest_600SemiBold.ttf',
} as const;

type ReportFont = keyof typeof REPORT_FONTS;
export const reportFonts = Object.keys(REPORT_FONTS) as ReportFont[];

export const reportFontFile = (font: ReportFont): URL =>
  new URL(`../../server/src/platform/pdf/fonts/onest-${font}.ttf`, import.meta.url);

/** Patients come from everywhere: all Latin letters of Europe. */
const EUROPEAN = { first: 0xc0, last: 0x17f };

export const cutReportFont = (font: ReportFont): Promise<Buffer> =>
  cutTrueType(REPORT_FONTS[font], `${DOCUMENT_LETTERS}${listCodes(EUROPEAN)}…′″→≥≤`);

const cutTrueType = async (font: string, letters: string): Promise<Buffer> =>
  subsetFont(await readFile(require.resolve(`@expo-google-fonts/onest/${font}`)), letters, {
    targetFormat: 'sfnt',
    noHinting: true,
  });

if (import.meta.main) {
  for (const part of fontParts) {
    await writeFile(fontFile(part), await cutFont(part));
    await writeFile(offlineFontFile(part), await cutOfflineFont(part));
  }
  await writeFile(documentFontFile, await cutDocumentFont());
  for (const font of reportFonts) await writeFile(reportFontFile(font), await cutReportFont(font));
}
