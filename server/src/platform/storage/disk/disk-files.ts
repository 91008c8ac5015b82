import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../../errors.ts';
import { fsyncPath } from '../../files.ts';
import type { Area, LostArea, StoredEntry, StoredObject } from '../storage.ts';
import { openFileSync } from './open-sync.ts';

const STORED_NAME = /^([A-Za-z0-9_-]{1,100})(\.part|\.map)?$/;

/** The bytes of an unfinished object. */
export const partPath = (path: string) => `${path}.part`;
/** The map of its chunks. */
export const mapPath = (path: string) => `${path}.map`;

/** Opens a file as a stored object; undefined if it is missing. `length`: bytes that belong to the object. */
export async function openStored(path: string, length?: number): Promise<StoredObject | undefined> {
  try {
    return openFileSync(path, length);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Lists the objects of one area, finished or not. A lost area is created on first use. */
export async function* listArea(
  folder: string,
  area: Area | LostArea,
  which?: 'unfinished',
): AsyncGenerator<StoredEntry> {
  const seen = new Set<string>();
  if (area.startsWith('lost/') && (await statIfExists(folder)) === undefined) return;
  for await (const entry of await opendir(folder)) {
    const [, id, ending] = STORED_NAME.exec(entry.name) ?? [];
    if (!id || !entry.isFile() || (which && !ending)) continue;
    const path = join(folder, id);
    // A map is listed only if its part is missing.
    if (ending === '.map' && ((await touchedAt(path)) ?? (await touchedAt(partPath(path)))))
      continue;
    const stats = await statIfExists(join(folder, entry.name));
    if (!stats || seen.has(id)) continue;
    if (ending) seen.add(id);
    const { mtimeMs: touched, size } = stats;
    yield { key: `${area}/${id}`, finished: !ending, touchedAt: touched, size };
  }
}

/** Bytes of a file; undefined if it is missing. */
export const fileSize = async (path: string) => (await statIfExists(path))?.size;
/** When a file was changed last, in milliseconds since 1970; undefined if it is missing. */
export const touchedAt = async (path: string) => (await statIfExists(path))?.mtimeMs;

/** Returns whether the file existed. */
export async function removeIfExists(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Creates a folder inside `root`, durably. */
export async function makeFolder(folder: string, root: string): Promise<void> {
  if (await statIfExists(folder)) return;
  await mkdir(folder, { recursive: true, mode: 0o750 });
  for (let path = folder; path.startsWith(root); path = dirname(path)) await fsyncPath(path);
}

/** Renames a file and sets its time (milliseconds). Both survive a power failure. */
export async function moveDurably(from: string, to: string, time: number): Promise<void> {
  const handle = await open(from, 'r+');
  try {
    await handle.utimes(time / 1000, time / 1000);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(from, to);
  await fsyncPath(dirname(to));
  await fsyncPath(dirname(from));
}

/** Writes all bytes; a single write may accept fewer. */
export async function writeAll(
  file: FileHandle,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Returns undefined if the file is missing. */
export async function statIfExists(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
