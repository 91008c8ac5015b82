import { createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { DAY } from '../../../lib/durations.ts';
import { session } from '../../people/session/session.ts';

/** Unfinished uploads in IndexedDB, under the user's id, so that no other user resumes them. */
type Remembered = { fileId: string; at: number };

/** Bytes read from the beginning and the end of a file to distinguish it from another one of the same name. */
const SAMPLE = 65_536;

/** The server removes unfinished uploads after 24 hours. */
const RETENTION = DAY;

let opened: UseStore | undefined;

/** Opened with the first upload. Throws where the browser has no IndexedDB. */
function store(): UseStore {
  opened ??= createStore('deqiq-uploads', 'unfinished');
  return opened;
}

/** The key of an upload. It contains a sample of the bytes: slices of one CT often share name, size and date. */
export async function uploadKey(file: File, checkupId: string | undefined): Promise<string> {
  const head = await file.slice(0, SAMPLE).arrayBuffer();
  const tail = await file.slice(Math.max(SAMPLE, file.size - SAMPLE)).arrayBuffer();
  const description = JSON.stringify([checkupId ?? 'new', file.name, file.size, file.lastModified]);
  // Hashed, because file names often are patients' names and this store outlives the session.
  const hash = hashParts([
    new TextEncoder().encode(description),
    new Uint8Array(head),
    new Uint8Array(tail),
  ]);
  return `${session.person() ?? ''}:${hash}`;
}

/** The id remembered for this key, or a new random one, remembered from now on. */
export async function uploadId(key: string): Promise<string> {
  try {
    const remembered = await get<Remembered>(key, store());
    const fileId = remembered && isYoung(remembered) ? remembered.fileId : randomId();
    await set(key, { fileId, at: Date.now() } satisfies Remembered, store());
    void removeStale();
    return fileId;
  } catch {
    // Without a store the upload works all the same, it only cannot be resumed later.
    return randomId();
  }
}

/** Called once the uploads are taken over by a checkup, or refused: the next choice starts afresh. */
export async function forgetUploads(keys: readonly string[]): Promise<void> {
  try {
    await delMany([...keys], store());
  } catch {
    // There was no entry.
  }
}

const isYoung = ({ at }: Remembered): boolean => Date.now() - at <= RETENTION;

async function removeStale(): Promise<void> {
  const all = await entries<string, Remembered>(store()).catch(() => []);
  const stale = all.filter(([, remembered]) => !isYoung(remembered)).map(([key]) => key);
  if (stale.length > 0) await forgetUploads(stale);
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** FNV-1a from two starting points, 64 bits in all: `crypto.subtle` is missing where a site is served by plain http. */
function hashParts(parts: readonly Uint8Array[]): string {
  return [0x811c9dc5, 0x5bd1e995].map((start) => fnv1a(parts, start)).join('');
}

function fnv1a(parts: readonly Uint8Array[], start: number): string {
  let hash = start;
  for (const part of parts) {
    for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
