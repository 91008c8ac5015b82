import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuiltWeb } from '@deqiq/contract/shared/built-web.ts';
import type { Language } from '@deqiq/messages/language.ts';
import { startScripts } from './transfer-size.ts';

/** Kilobytes (1,024 bytes) that a browser may receive for the parts of the portal. */
export const PORTAL_LIMITS = { start: 110, firstScreen: 70, xrays: 60, viewer: 120 } as const;

/** Kilobytes of a script that is loaded later. jsPDF writes the document of measurements: on a press, with progress. */
export const scriptLimit = (file: string): number => (file.includes('measurements-pdf') ? 115 : 60);

/** Files that the first screens of the portal load beside its start. `shell`: the page of the portal. */
export function firstScreens(shell: string) {
  const table = JSON.parse(/const f of (\[\[.*?\]\])\[/.exec(shell)?.[1] ?? '') as string[][][];
  const [[signIn = [], xrays = []] = [], [staffSignIn = []] = []] = table.map((screens) =>
    screens.map((paths) => paths.map((path) => path.slice(1))),
  );
  return { signIn, xrays, staffSignIn };
}

/** Files that the viewer loads before its first picture, its decoder included, beside those of the list of X-rays. */
export function viewerFiles(folder: string, built: BuiltWeb, language: Language = 'az'): string[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const find = (name: RegExp): string => {
    const found = built.files.map(({ file }) => file).filter((file) => name.test(file));
    const [file] = found;
    if (file === undefined || found.length > 1) throw new Error(`${name}: ${found}`);
    return file;
  };
  const shell = read(built.portals[language].file);
  const own = ['viewer-screen', 'viewer-(?!screen)'].map((name) =>
    find(new RegExp(`assets/${language}/${name}.*\\.js$`)),
  );
  const present = new Set([...startScripts(shell), ...firstScreens(shell).xrays]);
  const imported = own.flatMap((file) => [...listImports(read, file)]);
  return [
    ...new Set([
      ...own,
      find(/decode\.worker.*\.js$/),
      find(/\.wasm$/),
      ...imported.filter((file) => !present.has(file)),
    ]),
  ];
}

/** Files of each reading mode, of scans and of the comparison, that the viewer does not have before its first picture. */
export function modeFiles(folder: string, built: BuiltWeb, language: Language = 'az'): string[][] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const shell = read(built.portals[language].file);
  const present = new Set([
    ...startScripts(shell),
    ...firstScreens(shell).xrays,
    ...viewerFiles(folder, built, language),
  ]);
  const panel = new RegExp(
    `assets/${language}/((endo|joints|airway|cephalogram|scan|sinus)-panel|scan-view|comparison).*\\.js$`,
  );
  return built.files
    .map(({ file }) => file)
    .filter((file) => panel.test(file))
    .map((file) => [file, ...listImports(read, file)].filter((one) => !present.has(one)));
}

/** Chunks that a chunk imports before it runs, and those that they import. */
function listImports(
  read: (file: string) => string,
  file: string,
  found = new Set<string>(),
): Set<string> {
  for (const [, name] of read(file).matchAll(/(?:^|[;}])import[^;()]*?["']\.\/([^"']+\.js)["']/g)) {
    const path = `${dirname(file)}/${name}`;
    if (found.has(path)) continue;
    found.add(path);
    listImports(read, path, found);
  }
  return found;
}
