import { createLoader, type OpenOptions, type PictureLoader } from './loader.ts';
import type { PictureSource } from './source.ts';

/** Preloaded pictures, the oldest first: the user hovers over more files than are opened. */
const preloaded = new Map<
  string,
  { loader: PictureLoader; expiry: ReturnType<typeof setTimeout> }
>();

const MAX_PRELOADED = 2;
/** Milliseconds for which a preloaded picture waits for the viewer. */
const LIFETIME = 20_000;

/** Requests metadata, first level and codec before the viewer opens: a pointer is over the file, or presses it. */
export function preloadPicture(source: PictureSource, options: OpenOptions): void {
  if (preloaded.has(source.url)) return;
  const expiry = setTimeout(() => discard(source.url), LIFETIME);
  preloaded.set(source.url, { loader: createLoader(source, options), expiry });
  for (const url of [...preloaded.keys()].slice(0, -MAX_PRELOADED)) discard(url);
}

/** Requests metadata and first level in parallel, unless preloaded. The caller disposes of the loader. */
export function openPicture(source: PictureSource, options: OpenOptions): PictureLoader {
  const ready = preloaded.get(source.url);
  if (!ready) return createLoader(source, options);
  clearTimeout(ready.expiry);
  preloaded.delete(source.url);
  return ready.loader;
}

/** Ends the downloads of preloaded pictures. Call it when the user leaves. */
export function forgetPreloaded(): void {
  for (const url of [...preloaded.keys()]) discard(url);
}

function discard(url: string): void {
  const entry = preloaded.get(url);
  if (!entry) return;
  clearTimeout(entry.expiry);
  preloaded.delete(url);
  entry.loader.dispose();
}
