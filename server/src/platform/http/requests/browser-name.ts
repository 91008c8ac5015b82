const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Max characters of the name of a program that is no browser. */
const PROGRAM_MAX = 40;

/** "Chrome · Android" for a browser's User-Agent, "curl" for a program's; undefined without one. */
export function describeBrowser(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined;
  const text = userAgent.slice(0, 500);
  const names = [BROWSERS, SYSTEMS].flatMap(
    (list) => list.find(([, mark]) => mark.test(text))?.[0] ?? [],
  );
  if (names.length > 0) return names.join(' · ');
  return /^[\w .-]+/.exec(text)?.[0].trim().slice(0, PROGRAM_MAX) || undefined;
}
