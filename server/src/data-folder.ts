import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The bytes of a small private file in the data folder (mode 0600), made once if it is not there. Of two
 * processes starting together one writes, both read the same.
 */
export async function onceMade(dataDir: string, name: string, make: () => string): Promise<Buffer> {
  const path = join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(path, make(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path);
}

/** Writes a small private file into the data folder (mode 0600) and answers its path. */
export async function writePrivate(dataDir: string, name: string, text: string): Promise<string> {
  const path = join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, text, { mode: 0o600 });
  return path;
}
