import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_FILE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { isMissing } from '../../platform/errors.ts';
import { countRejected, rejectFile, removeOldRejected, retryRejected } from './rejected-files.ts';
import { INCOMING, MARKED, REJECTED, type SpoolSender, WAITING } from './spool-names.ts';
import { spoolShares } from './spool-shares.ts';
import { addFile, measureVolume } from './spool-writer.ts';

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

  const toPath = (name: string) => join(folder, WAITING, name);

  const shares = spoolShares();
  for (const name of [WAITING, REJECTED])
    for (const file of await readdir(join(folder, name)))
      shares.grow(file, (await stat(join(folder, name, file))).size);

  const writer = { folder, shares, measureFree, maxFile };

  return {
    /** Stores a file durably and returns its name. Throws SpoolFullError; nothing is left then. */
    add: (sender: SpoolSender, chunks: AsyncIterable<Buffer>) => addFile(writer, sender, chunks),

    /** Names of the waiting files, oldest first. */
    async list(): Promise<string[]> {
      return (await readdir(join(folder, WAITING))).filter((name) => name.endsWith('.dcm')).sort();
    },

    /** undefined: the file no longer exists. */
    async size(name: string): Promise<number | undefined> {
      return stat(toPath(name)).then(
        ({ size }) => size,
        (error) => {
          if (isMissing(error)) return undefined;
          throw error;
        },
      );
    },

    read: (name: string): Readable => createReadStream(toPath(name), { highWaterMark: 262_144 }),

    async head(name: string, length: number): Promise<Buffer> {
      const handle = await open(toPath(name), 'r');
      try {
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },

    /** Removes a forwarded file. After a crash it may be forwarded again. */
    async remove(name: string): Promise<void> {
      await rm(toPath(name), { force: true });
      shares.remove(name);
    },

    /** Remembers a study, or forgets it. A loss of power may undo it. */
    async mark(studyUid: string, isOpen: boolean): Promise<void> {
      const path = join(folder, MARKED, studyUid);
      if (isOpen) await writeFile(path, '');
      else await rm(path, { force: true });
    },

    listMarked: (): Promise<string[]> => readdir(join(folder, MARKED)),

    reject: (name: string) => rejectFile(folder, name),

    retryRejected: () => retryRejected(folder),

    /** Removes files that were refused more than 30 days ago; returns their number. */
    removeOldRejected: (now: number) => removeOldRejected(folder, shares, now),

    countRejected: () => countRejected(folder),
  };
}
