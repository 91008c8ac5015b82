import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A volume of memory: its fsync costs nothing. */
const MEMORY = '/dev/shm';

/** The command `verify` warns of a volume with less than 5 GiB. */
const MIN_FREE_BYTES = 6 * 2 ** 30;

/**
 * Creates a folder for the temporary files of a run, in memory if there is enough of it, and removes it at the exit of
 * this process.
 */
export function createTemporaryFolder() {
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'deqiq-run-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  return folder;
}

function hasMemory() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
