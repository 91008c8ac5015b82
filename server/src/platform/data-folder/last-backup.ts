import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { fsyncPath, writeFileDurably } from '../files.ts';

const NAME = 'last-backup.json';

const lastBackupSchema = z.object({
  at: z.iso.datetime(),
  folder: z.string(),
  bytes: z.int(),
  files: z.int(),
  /** `SEQ:HASH`, the last seal of the audit. */
  auditHead: z.string().optional(),
});

/** The last complete backup: start time, folder and size. */
export type LastBackup = z.infer<typeof lastBackupSchema>;

/** Reads the record of the last complete backup; undefined if there is none. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return lastBackupSchema.parse(JSON.parse(text));
  } catch {
    // Another program wrote the file.
    return undefined;
  }
}

/** Replaces the file atomically. */
export async function writeLastBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const path = join(dataDir, NAME);
  await writeFileDurably(
    `${path}.new`,
    `${JSON.stringify(backup, null, 2)}
`,
  );
  await rename(`${path}.new`, path);
  await fsyncPath(dataDir);
}
