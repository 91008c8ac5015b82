import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fsyncPath } from '../../platform/files.ts';
import { DAY } from '../../platform/time.ts';
import { REJECTED, WAITING } from './spool-names.ts';
import type { SpoolShares } from './spool-shares.ts';

/** Staff decide within this time about files that the server has refused. */
const RETENTION = 30 * DAY;

/** Moves a file aside that the server refuses permanently. */
export async function rejectFile(folder: string, name: string): Promise<void> {
  await rename(join(folder, WAITING, name), join(folder, REJECTED, name));
  await fsyncPath(join(folder, REJECTED));
}

/** Has refused files forwarded again; returns their number. */
export async function retryRejected(folder: string): Promise<number> {
  const names = await readdir(join(folder, REJECTED));
  for (const name of names) await rename(join(folder, REJECTED, name), join(folder, WAITING, name));
  await fsyncPath(join(folder, WAITING));
  return names.length;
}

/** Removes files that were refused more than 30 days ago; returns their number. `now`: milliseconds since 1970. */
export async function removeOldRejected(
  folder: string,
  shares: SpoolShares,
  now: number,
): Promise<number> {
  let removed = 0;
  for (const name of await readdir(join(folder, REJECTED))) {
    const path = join(folder, REJECTED, name);
    // Moving the file aside set this time.
    const { ctimeMs } = await stat(path);
    if (now - ctimeMs < RETENTION) continue;
    await rm(path);
    shares.remove(name);
    removed += 1;
  }
  return removed;
}

export const countRejected = async (folder: string): Promise<number> =>
  (await readdir(join(folder, REJECTED))).length;
