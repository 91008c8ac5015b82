import { statfs } from 'node:fs/promises';
import { formatBytes } from '../../platform/format-bytes.ts';
import { BackupError } from '../backup/manifest.ts';

/** Throws BackupError if the volume of a folder lacks space; 100 MB stay free. */
export async function assertSpaceFor(
  purpose: string,
  folder: string,
  needed: number,
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize - 100_000_000;
  if (needed > free)
    throw new BackupError(
      `not enough space for the ${purpose} in ${folder}: it needs ${formatBytes(needed)}, ${formatBytes(Math.max(0, free))} are free`,
    );
}
