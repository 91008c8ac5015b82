import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../storage/disk/disk-files.ts';

/**
 * The bytes of a small private file in the data folder (mode 0600), made once if it is not there. Of two
 * processes starting together one writes, both read the same. It is there whole or not at all.
 */
export async function readOrCreateSecretFile(
  dataDir: string,
  name: string,
  make: () => string,
): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, name);
  if (!(await hasContent(path))) {
    const draft = await writeTempFile(dataDir, name, make());
    // Unlike a rename it never takes the place of what another process has just made, and read.
    await link(draft, path).catch(ignoreErrors('EEXIST', 'ENOENT'));
    await syncFolder(dataDir);
  }
  const bytes = await readFile(path);
  await removeTempFiles(dataDir, name);
  return bytes;
}

/** The text of a small file in the data folder; undefined where there is none. */
export function readPrivateFile(dataDir: string, name: string): Promise<string | undefined> {
  return readFile(join(dataDir, name), 'utf8').catch(ignoreErrors('ENOENT'));
}

/** Writes a small private file into the data folder (mode 0600), whole or not at all, and answers its path. */
export async function writePrivateFile(
  dataDir: string,
  name: string,
  text: string,
): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, name);
  await rename(await writeTempFile(dataDir, name, text), path);
  await syncFolder(dataDir);
  await removeTempFiles(dataDir, name);
  return path;
}

/** Secrets in the data folder. Their owner alone may read them. */
export const PRIVATE_FILES = ['session-secret', 'first-admin.txt', 'second-factor-key'] as const;

/** The key of the secrets of authenticator apps. It belongs into every backup. */
export const SECOND_FACTOR_KEY = 'second-factor-key';

/** Takes the rights of group and others away from secrets that were copied or restored with more. */
export async function restrictPrivateFiles(dataDir: string): Promise<void> {
  for (const name of PRIVATE_FILES)
    await chmod(join(dataDir, name), 0o600).catch(ignoreErrors('ENOENT', 'EPERM', 'EROFS'));
}

/** Whether the file is there; an empty one, which older versions could leave when they were killed, goes. */
async function hasContent(path: string): Promise<boolean> {
  const bytes = await readFile(path).catch(ignoreErrors('ENOENT'));
  if (bytes?.length === 0) await rm(path, { force: true });
  return bytes !== undefined && bytes.length > 0;
}

/** The text in a file that nobody reads, safe on the disk. */
async function writeTempFile(dataDir: string, name: string, text: string): Promise<string> {
  const draft = join(dataDir, `.${name}.${randomUUID()}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** What this start has drafted, and what one that was killed has left. */
async function removeTempFiles(dataDir: string, name: string): Promise<void> {
  for (const entry of await readdir(dataDir))
    if (entry.startsWith(`.${name}.`)) await rm(join(dataDir, entry), { force: true });
}

/** Passes over errors of these codes, and over no others. */
const ignoreErrors =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
