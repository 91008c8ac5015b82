import assert from 'node:assert/strict';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { backUp } from '../../../server/src/commands/backup/backup.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { newFolder } from '../folders.ts';
import type { World } from '../world.ts';

/** The data location of a world, for another connection. */
export const toLocation = ({ dataDir, url }: World) => ({ dataDir, ...(url && { url }) });

/** Backs up a world without a report; by default into a new folder. */
export async function createBackup(t: TestContext, { dataDir, url }: World, folder?: string) {
  const database = await openDatabase({ dataDir, ...(url && { url }), readOnly: true });
  try {
    return await backUp({
      folder: folder ?? (await newFolder(t)),
      dataDir,
      database,
      report: () => {},
    });
  } finally {
    await database.close();
  }
}

/** The stored objects in a data folder or a backup. */
export async function bytesIn(folder: string, areas = ['files', 'pictures']) {
  const found: Record<string, Buffer> = {};
  for (const area of areas)
    for (const name of await readdir(join(folder, 'objects', area)))
      found[`${area}/${name}`] = await readFile(join(folder, 'objects', area, name));
  return found;
}

/** Names in a folder without those of locks. */
export const namesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => !['locks', '.lock'].includes(name));

/** The path of the first file in a backup. */
export async function someFile(folder: string, area = 'files'): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'objects', area));
  return join(folder, 'objects', area, name);
}

/** Changes the text of a manifest, as damage does. */
export async function changeManifest(
  folder: string,
  change: (text: string) => string,
): Promise<void> {
  const path = join(folder, 'manifest.json');
  const text = await readFile(path, 'utf8');
  assert.notEqual(change(text), text);
  await writeFile(path, change(text));
}

/** Changes one bit of the byte at this position. */
export async function flipBit(path: string, position: number): Promise<void> {
  const handle = await open(path, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 0x10]), 0, 1, position);
  await handle.close();
}
