import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isVolumeFull } from '../../platform/errors.ts';
import { fsyncPath } from '../../platform/files.ts';
import { createName, INCOMING, type SpoolSender, WAITING } from './spool-names.ts';
import type { SpoolShares } from './spool-shares.ts';

/** Bytes between two checks of the free space. */
const SPACE_CHECK_INTERVAL = 16 * 2 ** 20;

/** The volume, or the share of the sender, has no space for more; the sender may try again later. */
export class SpoolFullError extends Error {}

/** An instance is larger than the server accepts. */
export class TooLargeError extends Error {}

interface Deps {
  readonly folder: string;
  readonly shares: SpoolShares;
  /** Bytes that are free on the volume of a folder, without its reserve. */
  readonly measureFree: (folder: string) => Promise<number>;
  /** Bytes of one file. */
  readonly maxFile: number;
}

/** Stores a file durably and returns its name. Throws SpoolFullError; nothing is left then. */
export async function addFile(
  deps: Deps,
  sender: SpoolSender,
  chunks: AsyncIterable<Buffer>,
): Promise<string> {
  const { folder, shares } = deps;
  const name = createName(sender);
  const draft = join(folder, INCOMING, name);
  const handle = await open(draft, 'wx', 0o640);
  try {
    try {
      await write(deps, handle, name, chunks);
    } finally {
      await handle.close();
    }
    await rename(draft, join(folder, WAITING, name));
    await fsyncPath(join(folder, WAITING));
    return name;
  } catch (error) {
    shares.remove(name);
    await rm(draft, { force: true });
    throw isVolumeFull(error) ? new SpoolFullError('the spool is full') : error;
  }
}

async function write(
  deps: Deps,
  handle: FileHandle,
  name: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const { shares, maxFile } = deps;
  let unchecked = SPACE_CHECK_INTERVAL;
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > maxFile) throw new TooLargeError(`an instance of more than ${maxFile} bytes`);
    if (unchecked >= SPACE_CHECK_INTERVAL) {
      await assertSpace(deps, name);
      unchecked = 0;
    }
    unchecked += chunk.length;
    shares.grow(name, chunk.length);
    // `appendFile` completes short writes, such as the last one before a quota is full.
    await handle.appendFile(chunk);
  }
  await handle.datasync();
}

async function assertSpace({ folder, shares, measureFree }: Deps, name: string): Promise<void> {
  const free = await measureFree(folder);
  if (free < 0) throw new SpoolFullError('the spool is full');
  if (shares.isExceeded(name, free))
    throw new SpoolFullError('the share of this machine in the spool is full');
}

/** Bytes that stay free: two percent of the volume, at most 1 GiB. */
const reserveFor = (size: number) => Math.min(size / 50, 2 ** 30);

export async function measureVolume(folder: string): Promise<number> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return bavail * bsize - reserveFor(blocks * bsize);
}
