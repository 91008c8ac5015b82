import { createReadStream } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_FILE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { isMissing } from '../../platform/errors.ts';
import { fsyncPath } from '../../platform/files.ts';
import { createName, type SpoolSender } from './spool-names.ts';
import { spoolShares } from './spool-shares.ts';

/** Being received, not acknowledged. Removed at the start. */
const INCOMING = 'incoming';
/** Acknowledged, to be forwarded. */
const WAITING = 'waiting';
/** Refused by the server permanently. Staff decide about them within REJECTED_RETENTION milliseconds. */
const REJECTED = 'rejected';
const REJECTED_RETENTION = 30 * 24 * 60 * 60_000;

/** Names of studies whose delivery has begun and has not been completed. */
const MARKED = 'open';

/** Bytes between two checks of the free space. */
const SPACE_CHECK_INTERVAL = 16 * 2 ** 20;

/** The volume, or the share of the sender, has no space for more; the sender may try again later. */
export class SpoolFullError extends Error {}

/** An instance is larger than the server accepts. */
export class TooLargeError extends Error {}

/** The bounds of a spool. */
interface Bounds {
  /** Bytes that are free on the volume of a folder, without its reserve. */
  readonly measureFree?: (folder: string) => Promise<number>;
  /** Bytes of one file. */
  readonly maxFile?: number;
}

export type Spool = Awaited<ReturnType<typeof openSpool>>;

/**
 * A folder of files that were acknowledged but not forwarded. A file is in `waiting` only after its bytes, its name and
 * the folder are synced: it survives a crash from the moment `add` returns. Names sort by arrival.
 */
export async function openSpool(
  folder: string,
  { measureFree = measureVolume, maxFile = MAX_FILE_SIZE }: Bounds = {},
) {
  for (const name of [INCOMING, WAITING, REJECTED, MARKED])
    await mkdir(join(folder, name), { recursive: true, mode: 0o750 });
  await rm(join(folder, INCOMING), { recursive: true });
  await mkdir(join(folder, INCOMING), { mode: 0o750 });

  const pathOf = (name: string) => join(folder, WAITING, name);

  const shares = spoolShares();
  for (const name of [WAITING, REJECTED])
    for (const file of await readdir(join(folder, name)))
      shares.grow(file, (await stat(join(folder, name, file))).size);

  async function assertSpace(name: string): Promise<void> {
    const free = await measureFree(folder);
    if (free < 0) throw new SpoolFullError('the spool is full');
    if (shares.isExceeded(name, free))
      throw new SpoolFullError('the share of this machine in the spool is full');
  }

  async function write(
    handle: FileHandle,
    name: string,
    chunks: AsyncIterable<Buffer>,
  ): Promise<void> {
    let unchecked = SPACE_CHECK_INTERVAL;
    let total = 0;
    for await (const chunk of chunks) {
      total += chunk.length;
      if (total > maxFile) throw new TooLargeError(`an instance of more than ${maxFile} bytes`);
      if (unchecked >= SPACE_CHECK_INTERVAL) {
        await assertSpace(name);
        unchecked = 0;
      }
      unchecked += chunk.length;
      shares.grow(name, chunk.length);
      // `appendFile` completes short writes, such as the last one before a quota is full.
      await handle.appendFile(chunk);
    }
    await handle.datasync();
  }

  return {
    /** Stores a file durably and returns its name. Throws SpoolFullError; nothing is left then. */
    async add(sender: SpoolSender, chunks: AsyncIterable<Buffer>): Promise<string> {
      const name = createName(sender);
      const draft = join(folder, INCOMING, name);
      const handle = await open(draft, 'wx', 0o640);
      try {
        try {
          await write(handle, name, chunks);
        } finally {
          await handle.close();
        }
        await rename(draft, pathOf(name));
        await fsyncPath(join(folder, WAITING));
        return name;
      } catch (error) {
        shares.remove(name);
        await rm(draft, { force: true });
        throw isFull(error) ? new SpoolFullError('the spool is full') : error;
      }
    },

    /** Names of the waiting files, oldest first. */
    async list(): Promise<string[]> {
      return (await readdir(join(folder, WAITING))).filter((name) => name.endsWith('.dcm')).sort();
    },

    /** undefined: the file no longer exists. */
    async size(name: string): Promise<number | undefined> {
      return stat(pathOf(name)).then(
        ({ size }) => size,
        (error) => {
          if (isMissing(error)) return undefined;
          throw error;
        },
      );
    },

    read: (name: string): Readable => createReadStream(pathOf(name), { highWaterMark: 262_144 }),

    /** The first bytes of a file. */
    async head(name: string, length: number): Promise<Buffer> {
      const handle = await open(pathOf(name), 'r');
      try {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },

    /** Removes a forwarded file. After a crash it may be forwarded again. */
    async remove(name: string): Promise<void> {
      await rm(pathOf(name), { force: true });
      shares.remove(name);
    },

    /** Moves a file aside that the server refuses permanently. */
    async reject(name: string): Promise<void> {
      await rename(pathOf(name), join(folder, REJECTED, name));
      await fsyncPath(join(folder, REJECTED));
    },

    /** Remembers a study, or forgets it. A loss of power may undo it. */
    async mark(studyUid: string, isOpen: boolean): Promise<void> {
      const path = join(folder, MARKED, studyUid);
      if (isOpen) await writeFile(path, '');
      else await rm(path, { force: true });
    },

    listMarked: (): Promise<string[]> => readdir(join(folder, MARKED)),

    /** Has refused files forwarded again; returns their number. */
    async retryRejected(): Promise<number> {
      const names = await readdir(join(folder, REJECTED));
      for (const name of names) await rename(join(folder, REJECTED, name), pathOf(name));
      await fsyncPath(join(folder, WAITING));
      return names.length;
    },

    /** Removes files that were refused more than 30 days ago; returns their number. */
    async removeOldRejected(now: number): Promise<number> {
      let removed = 0;
      for (const name of await readdir(join(folder, REJECTED))) {
        const path = join(folder, REJECTED, name);
        // Moving the file aside set this time.
        const { ctimeMs } = await stat(path);
        if (now - ctimeMs < REJECTED_RETENTION) continue;
        await rm(path);
        shares.remove(name);
        removed += 1;
      }
      return removed;
    },

    countRejected: async (): Promise<number> => (await readdir(join(folder, REJECTED))).length,
  };
}

/** Bytes that stay free: two percent of the volume, at most 1 GiB. */
const reserveFor = (size: number) => Math.min(size / 50, 2 ** 30);

async function measureVolume(folder: string): Promise<number> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return bavail * bsize - reserveFor(blocks * bsize);
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));
