import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import { fsyncPath, writeFileDurably } from '../files.ts';

/** Reads or creates a small file (0600), never half-written. Processes that start together read the same. */
export async function readOrCreateSecretFile(
  dataDir: string,
  name: string,
  make: () => string,
): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, name);
  if (!(await hasContent(path))) {
    const draft = await writeTempFile(dataDir, name, make());
    // Unlike a rename, a link never replaces a file that another process has just created and read.
    await link(draft, path).catch(ignoreErrors('EEXIST', 'ENOENT'));
    await fsyncPath(dataDir);
  }
  const bytes = await readFile(path);
  await removeTempFiles(dataDir, name);
  return bytes;
}

/** The text of a small file in the data folder; undefined if it is missing. */
export function readPrivateFile(dataDir: string, name: string): Promise<string | undefined> {
  return readFile(join(dataDir, name), 'utf8').catch(ignoreErrors('ENOENT'));
}

/** Replaces a small private file of the data folder (mode 0600) atomically. Returns its path. */
export async function writePrivateFile(
  dataDir: string,
  name: string,
  text: string,
): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, name);
  await rename(await writeTempFile(dataDir, name, text), path);
  await fsyncPath(dataDir);
  await removeTempFiles(dataDir, name);
  return path;
}

/** Secrets in the data folder, readable only by their owner. */
export const PRIVATE_FILES = ['session-secret', 'first-admin.txt', 'second-factor-key'] as const;

/** The key of the secrets of authenticator apps. Every backup contains it. */
export const SECOND_FACTOR_KEY = 'second-factor-key';

/** Stores the key of the settings, which nodes share, for use and backup. Throws ConfigError if there is another. */
export async function keepSecondFactorKey(dataDir: string, key: string): Promise<void> {
  const existing = await readOrCreateSecretFile(dataDir, SECOND_FACTOR_KEY, () => key);
  if (existing.toString('utf8').trim() !== key)
    throw new ConfigError(
      `The setting SECOND_FACTOR_KEY is wrong: ${join(dataDir, SECOND_FACTOR_KEY)} contains another key. Second factors were enrolled with that one.`,
    );
}

/** Removes the permissions of group and others from secrets that were copied or restored with more. */
export async function restrictPrivateFiles(dataDir: string): Promise<void> {
  for (const name of PRIVATE_FILES)
    await chmod(join(dataDir, name), 0o600).catch(ignoreErrors('ENOENT', 'EPERM', 'EROFS'));
}

/** Whether the file exists. Removes an empty one, which older versions could leave when they were killed. */
async function hasContent(path: string): Promise<boolean> {
  const bytes = await readFile(path).catch(ignoreErrors('ENOENT'));
  if (bytes?.length === 0) await rm(path, { force: true });
  return bytes !== undefined && bytes.length > 0;
}

/** Writes the text durably to a temporary file. */
async function writeTempFile(dataDir: string, name: string, text: string): Promise<string> {
  const draft = join(dataDir, `.${name}.${randomUUID()}`);
  await writeFileDurably(draft, text, 0o600);
  return draft;
}

/** Removes the temporary files of this start, and of one that was killed. */
async function removeTempFiles(dataDir: string, name: string): Promise<void> {
  for (const entry of await readdir(dataDir))
    if (entry.startsWith(`.${name}.`)) await rm(join(dataDir, entry), { force: true });
}

/** Ignores errors of these codes and throws every other. */
const ignoreErrors =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
