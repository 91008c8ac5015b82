import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { departure } from '../people/session/departure.ts';

/** Previews in memory: disk caching is forbidden, and nothing may fetch them again. Dropped when the user leaves. */
type Preview = { state: 'loading' | 'ready' | 'missing' | 'failed'; url?: string; bytes: number };

/** Bytes of cached previews that are not on screen: some 300 pictures. */
const CACHE_SIZE = 48 * 1024 * 1024;

/** By address, the least recently requested first. */
const previews = new Map<string, Preview>();
/** How many elements show each of them. */
const users = new Map<string, number>();
/** Counts the changes of `previews`, which is too large to copy for each. */
const changes = createStore(0);

const publish = () => changes.set(changes.get() + 1);

async function load(src: string): Promise<void> {
  const loading: Preview = { state: 'loading', bytes: 0 };
  previews.set(src, loading);
  const loaded = await fetchPreview(src);
  // Removed from the cache before the response arrived.
  if (previews.get(src) !== loading) return drop(loaded);
  previews.set(src, loaded);
  evict();
  publish();
}

async function fetchPreview(src: string): Promise<Preview> {
  try {
    const response = await fetch(src, { cache: 'no-store', credentials: 'omit' });
    if (response.status !== 200) return { state: 'missing', bytes: 0 };
    const blob = await response.blob();
    return { state: 'ready', url: URL.createObjectURL(blob), bytes: blob.size };
  } catch {
    return { state: 'failed', bytes: 0 };
  }
}

function evict(): void {
  let total = 0;
  for (const { bytes } of previews.values()) total += bytes;
  for (const [src, preview] of previews) {
    if (total <= CACHE_SIZE) return;
    if (users.has(src)) continue;
    total -= preview.bytes;
    previews.delete(src);
    drop(preview);
  }
}

function drop({ url }: Preview): void {
  if (url) URL.revokeObjectURL(url);
}

departure.onForget(() => {
  for (const preview of previews.values()) drop(preview);
  previews.clear();
  publish();
});

/** Loads it unless it is there, and keeps it until the returned function is called. */
function acquire(src: string): () => void {
  const present = previews.get(src);
  if (!present || present.state === 'failed') void load(src);
  else {
    previews.delete(src);
    previews.set(src, present);
  }
  users.set(src, (users.get(src) ?? 0) + 1);
  return () => {
    const left = (users.get(src) ?? 1) - 1;
    if (left > 0) users.set(src, left);
    else users.delete(src);
  };
}

/**
 * The object URL of a loaded preview, and whether there is no preview. Undefined requests nothing. `file`: whose preview
 * it is, where the same element shows one file after the other.
 */
export function usePreview(
  src: string | undefined,
  file?: string,
): { url?: string; isMissing: boolean } {
  const preview = useSyncExternalStore(changes.subscribe, () =>
    src ? previews.get(src) : undefined,
  );
  useEffect(() => (src ? acquire(src) : undefined), [src]);
  // A list returns new links for the same pictures: the former picture stays until the next one is loaded.
  const [former, setFormer] = useState({ file, url: preview?.url });
  if (former.file !== file || (preview?.url && preview.url !== former.url))
    setFormer({ file, url: preview?.url });
  const isPending = !preview || preview.state === 'loading';
  const url = preview?.url ?? (isPending ? former.url : undefined);
  const isMissing = preview?.state === 'missing' || preview?.state === 'failed';
  return { ...(url ? { url } : {}), isMissing };
}
