import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { isMissing } from './errors.ts';

/** Size and checksums of a file, computed in one pass. */
export interface FileChecksum {
  readonly size: number;
  readonly crc32: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

const READ_SIZE = 1_048_576;

/** Returns undefined where the file does not exist. */
export async function checksumFile(path: string): Promise<FileChecksum | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  let sum = 0;
  try {
    for await (const piece of createReadStream(path, { highWaterMark: READ_SIZE })) {
      hash.update(piece);
      sum = crc32(piece, sum);
      size += piece.length;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return { size, crc32: sum, sha256: hash.digest('hex') };
}

/** Copies a file durably. Where possible, both share their blocks. Returns false where there is nothing to copy. */
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

/** Returns false where the file does not exist or the file system has no hard links. */
export async function hardLink(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

/** Makes a file, or the creations, renames and removals in a folder, durable. */
export async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a new small file durably; its folder is not synced. */
export async function writeFileDurably(path: string, text: string, mode = 0o640): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
