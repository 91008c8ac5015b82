/**
 * Which upload belongs to which file on this computer, so that choosing the same file again goes on
 * where the last attempt stopped. Lives in localStorage until the upload is taken over or refused.
 */
const PREFIX = 'upload:';

/** Bytes looked at from the beginning and the end of a file to tell it from a namesake. */
const SAMPLE = 65_536;

/** The server sweeps unfinished uploads after 24 hours; remembering them longer helps nobody. */
const KEPT_FOR = 24 * 60 * 60 * 1000;

type Remembered = { fileId: string; at: number };

/**
 * The name under which an upload is remembered. Slices of one CT often share name, size and date, so a
 * sample of the bytes is part of it: another file never continues somebody else's upload.
 */
export async function uploadKey(file: File, checkupId: string | undefined): Promise<string> {
  const head = await file.slice(0, SAMPLE).arrayBuffer();
  const tail = await file.slice(Math.max(SAMPLE, file.size - SAMPLE)).arrayBuffer();
  const said = JSON.stringify([checkupId ?? 'new', file.name, file.size, file.lastModified]);
  // Hashed, because file names often are patients' names and this storage outlives the session.
  return (
    PREFIX + hashOf([new TextEncoder().encode(said), new Uint8Array(head), new Uint8Array(tail)])
  );
}

/** The id remembered for this key, or a new random one, remembered from now on. */
export function uploadId(key: string): string {
  const known = read(key);
  const fileId = known?.fileId ?? randomId();
  write(key, { fileId, at: Date.now() });
  return fileId;
}

/** Called once the upload is taken over by a checkup, or refused: the next choice starts afresh. */
export function forgetUpload(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is switched off: there was nothing to forget.
  }
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function read(key: string): Remembered | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isRemembered(value) || Date.now() - value.at > KEPT_FOR) return undefined;
    return value;
  } catch {
    return undefined;
  }
}

function write(key: string, value: Remembered): void {
  try {
    dropStale();
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the upload works all the same, it only cannot be resumed later.
  }
}

function dropStale(): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
  for (const key of keys) {
    if (key?.startsWith(PREFIX) && !read(key)) localStorage.removeItem(key);
  }
}

function isRemembered(value: unknown): value is Remembered {
  return (
    typeof value === 'object' &&
    value !== null &&
    'fileId' in value &&
    typeof value.fileId === 'string' &&
    'at' in value &&
    typeof value.at === 'number'
  );
}

/** FNV-1a from two starting points, 64 bits in all: `crypto.subtle` is missing where a site is served by plain http. */
function hashOf(parts: readonly Uint8Array[]): string {
  return [0x811c9dc5, 0x5bd1e995].map((start) => fnv1a(parts, start)).join('');
}

function fnv1a(parts: readonly Uint8Array[], start: number): string {
  let hash = start;
  for (const part of parts) {
    for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
