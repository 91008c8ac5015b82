import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCKS_FOLDER, type Lock, lockFile } from '../../../platform/db/locks/folder-lock.ts';
import { DAY } from '../../../platform/time.ts';

const PREFIX = 'deqiq-rehearsal-';

/** Locked while the rehearsal runs. The kernel releases it, however the process ends. */
const lockPath = (folder: string) => join(folder, LOCKS_FOLDER, 'rehearsal');

/**
 * Runs `work` with a new folder that is removed afterwards. `onFolder` receives its path before it exists, so that a
 * signal can remove it.
 */
export async function withRehearsalFolder<T>(
  parent: string,
  onFolder: ((folder: string) => void) | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(parent, `${PREFIX}${randomUUID()}`);
  onFolder?.(folder);
  let lock: Lock | undefined;
  try {
    await mkdir(folder, { mode: 0o700 });
    lock = await lockFile(lockPath(folder), 'exclusive');
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    lock?.release();
  }
}

/** Removes folders of rehearsals that were killed. They contain X-rays. */
export async function removeLeftovers(parent: string, now: number): Promise<void> {
  // The folder of another account stays: that account removes it.
  for (const name of await readdir(parent))
    if (name.startsWith(PREFIX)) await removeLeftover(join(parent, name), now).catch(() => {});
}

async function removeLeftover(folder: string, now: number): Promise<void> {
  const path = lockPath(folder);
  const lock = existsSync(path) ? await lockFile(path, 'exclusive') : undefined;
  // A former version, or one that was killed at once, leaves no lock; one without a lock may just have begun.
  const isOver = existsSync(path) ? lock !== undefined : await isOld(folder, now);
  if (isOver) await rm(folder, { recursive: true, force: true });
  lock?.release();
}

const isOld = async (folder: string, now: number) => now - (await stat(folder)).mtimeMs > DAY;
