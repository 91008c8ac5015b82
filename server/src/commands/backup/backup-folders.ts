import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { iso } from '../../platform/time.ts';

const FINISHED = /^deqiq-\d{8}T\d{9}Z$/;
export const UNFINISHED = '.deqiq-unfinished-';

/** Snapshots taken until all files of the last one exist. Each repetition copies only the newest files. */
export const MAX_SNAPSHOTS = 10;

/** The name of the newest finished backup. */
export async function findNewest(root: string): Promise<string | undefined> {
  return (await listFinished(root)).at(-1);
}

/** Names of the finished backups, oldest first. */
const listFinished = async (root: string): Promise<string[]> =>
  (await readdir(root)).filter((name) => FINISHED.test(name)).sort();

/** A name that sorts after the newest one, even if the clock was set back. */
export function nextName(newest: string | undefined, moment: number): string {
  const later = newest === undefined ? moment : Math.max(moment, parseName(newest) + 1);
  return `deqiq-${iso(later).replace(/[-:.]/g, '')}`;
}

/** The time in a backup's name, in milliseconds since 1970. */
function parseName(name: string): number {
  const parts = /^deqiq-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(name) ?? [];
  const [, year, month, day, hour, minute, second, millisecond] = parts.map(Number);
  const moment = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, millisecond);
  return Number.isNaN(moment) ? 0 : moment;
}

/** Removes backups beyond `keep`, never the new one. Older backups still contain persons erased since. */
export async function removeOldBackups(
  root: string,
  newName: string,
  keep: number | undefined,
): Promise<void> {
  if (keep === undefined) return;
  const others = (await listFinished(root)).filter((name) => name !== newName);
  for (const name of others.slice(0, Math.max(0, others.length - (keep - 1)))) {
    // Rename first: a half-removed folder must not look like a backup.
    const trash = join(root, `${UNFINISHED}${randomUUID()}`);
    await rename(join(root, name), trash);
    await rm(trash, { recursive: true });
  }
}

/** Removes leftovers of crashed backups. The caller holds the lock of the folder, so no other backup runs. */
export async function removeUnfinished(root: string): Promise<void> {
  for (const name of await readdir(root))
    if (name.startsWith(UNFINISHED)) await rm(join(root, name), { recursive: true });
}
