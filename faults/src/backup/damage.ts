import { cp, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '@deqiq/testkit/random.ts';
import { SQLITE_FILE } from '../../../server/src/platform/db/database.ts';

/** Copies a backup and damages the copy; returns a description of the damage. */
export async function damagedCopy(backup: string, copy: string, random: Random): Promise<string> {
  await cp(backup, copy, { recursive: true });
  const files = await filesIn(copy);
  const some = random.pick(files);
  const name = some.slice(copy.length + 1);
  const kind = random.below(4);
  if (kind === 0) {
    await rm(some);
    return `${name} is missing`;
  }
  if (kind === 1) {
    await truncate(some, random.below((await stat(some)).size));
    return `${name} is truncated`;
  }
  if (kind === 2) {
    const { size } = await stat(join(copy, SQLITE_FILE));
    await truncate(join(copy, SQLITE_FILE), random.below(size));
    return 'the database is truncated';
  }
  const at = await flipped(some, random);
  return `a bit of byte ${at} of ${name} is flipped`;
}

async function flipped(path: string, random: Random): Promise<number> {
  const handle = await open(path, 'r+');
  try {
    const at = random.below((await handle.stat()).size);
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ (1 << random.below(8))]), 0, 1, at);
    return at;
  } finally {
    await handle.close();
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
