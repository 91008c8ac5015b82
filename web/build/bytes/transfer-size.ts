import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of a built file as a browser with brotli receives it. */
export function transferSize(folder: string, file: string): number {
  const path = join(folder, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** The same of several files. */
export const totalSize = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + transferSize(folder, file), 0);

/** Addresses a page names in attributes that make a browser fetch them at load. */
export function fetchedAtLoad(html: string): Set<string> {
  const addresses = new Set<string>();
  for (const [, address = ''] of html.matchAll(
    /<link [^>]*rel="(?:preload|modulepreload|stylesheet)"[^>]*href="([^"]+)"/g,
  )) {
    addresses.add(address);
  }
  for (const [picture] of html.matchAll(/<picture>.*?<\/picture>/gs)) {
    if (picture.includes('loading="lazy"')) continue;
    // The first source is the one browsers take; the last candidate is the largest.
    const candidates = /srcSet="([^"]+)"/i.exec(picture)?.[1]?.split(', ') ?? [];
    addresses.add(candidates.at(-1)?.split(' ')[0] ?? '');
  }
  return addresses;
}

/** The scripts the portal's page starts with, as paths in the build. */
export const startScripts = (html: string): string[] =>
  Array.from(html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g), ([, file]) => file ?? '');
