import { open, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { partOf, statOf } from './arriving.ts';
import { codeOf } from './no-room.ts';
import type { Area, StoredEntry, StoredObject } from './storage.ts';

const RESTING = /^([A-Za-z0-9_-]{1,100})(\.part|\.map)?$/;

/** A file as a stored object; undefined where there is none. `length`: bytes of it that count. */
export async function openStored(path: string, length?: number): Promise<StoredObject | undefined> {
  try {
    const handle = await open(path, 'r');
    const size = length ?? (await handle.stat()).size;
    return {
      size,
      async read(into, position) {
        const most = Math.max(0, Math.min(into.length, size - position));
        return most === 0 ? 0 : (await handle.read(into, 0, most, position)).bytesRead;
      },
      close: () => handle.close(),
    };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** What rests in one area, finished or not. */
export async function* listArea(folder: string, area: Area): AsyncGenerator<StoredEntry> {
  const seen = new Set<string>();
  for await (const entry of await opendir(folder)) {
    const [, id, ending] = RESTING.exec(entry.name) ?? [];
    if (!id || !entry.isFile()) continue;
    const path = join(folder, id);
    // A map without its part says nothing, unless it is all that is left.
    if (ending === '.map' && ((await touchedAt(path)) ?? (await touchedAt(partOf(path))))) continue;
    const touched = await touchedAt(join(folder, entry.name));
    if (touched === undefined || seen.has(id)) continue;
    if (ending) seen.add(id);
    yield { key: `${area}/${id}`, finished: !ending, touchedAt: touched };
  }
}

export const sizeOf = async (path: string) => (await statOf(path))?.size;
export const touchedAt = async (path: string) => (await statOf(path))?.mtimeMs;

/** Whether there was such a file. */
export async function removed(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
