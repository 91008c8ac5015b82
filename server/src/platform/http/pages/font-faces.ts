/** Letters of each file of Onest, as in web/src/styles/fonts.css. A browser loads the files whose letters a page has. */
const FILES = {
  latin: 'U+0020-00FF,U+0131,U+2010-2027,U+20AC,U+2191,U+2193,U+2212',
  'latin-ext': 'U+011E-011F,U+0130,U+015E-015F,U+018F,U+0259,U+20BC',
  cyrillic: 'U+0401,U+0410-044F,U+0451,U+2116',
} as const;

/** The faces of the site's font, for pages that the server writes. Their policy needs `font-src 'self'`. */
export const FONT_FACES = Object.entries(FILES)
  .map(
    ([
      file,
      letters,
    ]) => `@font-face{font-family:Onest;src:url(/fonts/onest-${file}.woff2) format("woff2");
font-weight:400 700;font-display:swap;unicode-range:${letters}}`,
  )
  .join('\n');

export const FONT_FAMILY = 'Onest,ui-sans-serif,system-ui,sans-serif';
