import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../../errors.ts';
import { fsyncPath } from '../../files.ts';
import { toStorageError } from '../disk-space.ts';
import type { Area, LostArea, StoredEntry, StoredObject } from '../storage.ts';
import { openFileSync } from './open-sync.ts';

const STORED_NAME = /^([A-Za-z0-9_-]{1,100})(\.part|\.map)?$/;

/** Where the bytes of an object that is still arriving are, and what says which of them. */
export const partPath = (path: string) => `${path}.part`;
export const mapPath = (path: string) => `${path}.map`;

/** A file as a stored object; undefined where there is none. `length`: bytes of it that count. */
export async function openStored(path: string, length?: number): Promise<StoredObject | undefined> {
  try {
    return openFileSync(path, length);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What rests in one area, finished or not. Lost areas are made when they are first needed. */
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
    // A map without its part says nothing, unless it is all that is left.
    if (ending === '.map' && ((await touchedAt(path)) ?? (await touchedAt(partPath(path)))))
      continue;
    const there = await statIfExists(join(folder, entry.name));
    if (!there || seen.has(id)) continue;
    if (ending) seen.add(id);
    const { mtimeMs: touched, size } = there;
    yield { key: `${area}/${id}`, finished: !ending, touchedAt: touched, size };
  }
}

export const fileSize = async (path: string) => (await statIfExists(path))?.size;
export const touchedAt = async (path: string) => (await statIfExists(path))?.mtimeMs;

/** Whether there was such a file. */
export async function removeIfExists(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Makes a folder inside `root`, durably. */
export async function makeFolder(folder: string, root: string): Promise<void> {
  if (await statIfExists(folder)) return;
  await mkdir(folder, { recursive: true, mode: 0o750 });
  for (let path = folder; path.startsWith(root); path = dirname(path)) await fsyncPath(path);
}

/** Renames a file and gives it a new time (milliseconds). Both survive the loss of power. */
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

/** All of the bytes, whatever a single write takes. */
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

/** undefined where there is no such file. */
export async function statIfExists(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** For reading and writing; undefined where there is no such file. */
export async function openIfExists(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw toStorageError(error);
  }
}
