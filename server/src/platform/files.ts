import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { isMissing } from './errors.ts';

/** What a file weighs and is, read once from its first byte to its last. */
export interface FileChecksum {
  readonly size: number;
  readonly crc32: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

const READ_SIZE = 1_048_576;

/** undefined where there is no such file. */
export async function checksumFile(path: string): Promise<FileChecksum | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  let sum = 0;
  try {
    for await (const some of createReadStream(path, { highWaterMark: READ_SIZE })) {
      hash.update(some);
      sum = crc32(some, sum);
      size += some.length;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return { size, crc32: sum, sha256: hash.digest('hex') };
}

/**
 * Copies a file, durably, to where there is none; false when there is nothing to copy. Where the file
 * system can, both share their blocks until one is changed.
 */
export async function copyFileDurably(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  await fsyncPath(to);
  return true;
}

/** The same file under a second name; false where there is none or the file system cannot. */
export async function hardLink(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

/** Brings a file or the names in a folder to the disk. */
export async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a small file durably. */
export async function writeFileDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  const handle = await open(path, 'wx', 0o640);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Works through a list, `width` at a time; after a failure nothing more is begun, and nothing still runs. */
export async function forEachConcurrent<T>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    for await (const item of items) {
      const task = work(item).finally(() => running.delete(task));
      // Told by the race or by the last wait; a failure in between is not unhandled.
      task.catch(() => {});
      running.add(task);
      if (running.size >= width) await Promise.race(running);
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}
