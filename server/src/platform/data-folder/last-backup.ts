import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const NAME = 'last-backup.json';

const lastBackupSchema = z.object({
  at: z.iso.datetime(),
  folder: z.string(),
  bytes: z.int(),
  files: z.int(),
});

/** The last backup that was found good: when it was begun, where it is, and what it weighs. */
export type LastBackup = z.infer<typeof lastBackupSchema>;

/** What the last good backup of a data folder left behind; undefined where there is none. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return lastBackupSchema.parse(JSON.parse(text));
  } catch {
    // Somebody else wrote there: as good as nothing.
    return undefined;
  }
}

/** Read as a whole or not at all, whenever the process ends. */
export async function writeLastBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const path = join(dataDir, NAME);
  await writeFile(`${path}.new`, `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o640 });
  await rename(`${path}.new`, path);
}
