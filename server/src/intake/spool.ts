import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isMissing } from '../platform/errors.ts';
import { fsyncPath } from '../platform/files.ts';

/** Being received, not acknowledged. Removed at the start. */
const INCOMING = 'incoming';
/** Acknowledged, to be forwarded. */
const WAITING = 'waiting';
/** Refused by the server for good. Staff decide about them. */
const REJECTED = 'rejected';

/** Bytes between two checks of the free space. */
const SPACE_CHECK_INTERVAL = 16 * 2 ** 20;

/** The volume has no space for more; the sender may try again later. */
export class SpoolFullError extends Error {}

export type Spool = Awaited<ReturnType<typeof openSpool>>;

/**
 * A folder of files that were acknowledged but not forwarded. A file is in `waiting` only after its bytes, its name and
 * the folder are synced: it survives a crash from the moment `add` returns. Names sort by arrival.
 */
export async function openSpool(folder: string, reserve = reserveFor) {
  for (const name of [INCOMING, WAITING, REJECTED])
    await mkdir(join(folder, name), { recursive: true, mode: 0o750 });
  await rm(join(folder, INCOMING), { recursive: true });
  await mkdir(join(folder, INCOMING), { mode: 0o750 });

  const pathOf = (name: string) => join(folder, WAITING, name);

  async function assertSpace(): Promise<void> {
    const { bsize, blocks, bavail } = await statfs(folder);
    if (bavail * bsize < reserve(blocks * bsize)) throw new SpoolFullError('the volume is full');
  }

  async function write(handle: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
    let unchecked = SPACE_CHECK_INTERVAL;
    for await (const chunk of chunks) {
      if (unchecked >= SPACE_CHECK_INTERVAL) {
        await assertSpace();
        unchecked = 0;
      }
      unchecked += chunk.length;
      // Repeats writes that take only some of the bytes, such as the last ones of a quota.
      await handle.appendFile(chunk);
    }
    await handle.datasync();
  }

  return {
    /** Stores a file durably and returns its name. Throws SpoolFullError; nothing is left then. */
    async add(chunks: AsyncIterable<Buffer>): Promise<string> {
      const name = `${Date.now()}-${randomBytes(8).toString('hex')}.dcm`;
      const draft = join(folder, INCOMING, name);
      const handle = await open(draft, 'wx', 0o640);
      try {
        try {
          await write(handle, chunks);
        } finally {
          await handle.close();
        }
        await rename(draft, pathOf(name));
        await fsyncPath(join(folder, WAITING));
        return name;
      } catch (error) {
        await rm(draft, { force: true });
        throw isFull(error) ? new SpoolFullError('the volume is full') : error;
      }
    },

    /** Names of the waiting files, oldest first. */
    async list(): Promise<string[]> {
      return (await readdir(join(folder, WAITING))).filter((name) => name.endsWith('.dcm')).sort();
    },

    /** undefined: the file is gone. */
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
    remove: (name: string): Promise<void> => rm(pathOf(name), { force: true }),

    /** Moves a file aside that the server refuses for good. */
    async reject(name: string): Promise<void> {
      await rename(pathOf(name), join(folder, REJECTED, name));
      await fsyncPath(join(folder, REJECTED));
    },

    /** Has refused files forwarded again; returns their number. */
    async retryRejected(): Promise<number> {
      const names = await readdir(join(folder, REJECTED));
      for (const name of names) await rename(join(folder, REJECTED, name), pathOf(name));
      await fsyncPath(join(folder, WAITING));
      return names.length;
    },

    countRejected: async (): Promise<number> => (await readdir(join(folder, REJECTED))).length,
  };
}

/** Bytes that stay free: two percent of the volume, at most 1 GiB. */
const reserveFor = (size: number) => Math.min(size / 50, 2 ** 30);

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));
