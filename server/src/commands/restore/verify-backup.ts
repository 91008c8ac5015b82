import { type Database, openDatabase } from '../../platform/db/database.ts';
import type { FileChecksum } from '../../platform/files.ts';
import { countRows, findDamage, isBackedUp } from '../backup/backed-up-tables.repo.ts';
import { listReferencedFiles, listTableNames } from '../backup/inventory.repo.ts';
import { BackupError, type Manifest, readList } from '../backup/manifest.ts';

/** Compares rows and file list of a backup. The bytes are verified when they are copied. */
export async function verifyBackup(
  backup: string,
  manifest: Manifest,
): Promise<Map<string, FileChecksum>> {
  const list = await readList(backup);
  const snapshot = await openDatabase({ dataDir: backup, readOnly: true });
  try {
    const [damage] = await findDamage(snapshot.db);
    if (damage) throw new BackupError(`the database of the backup is damaged: ${damage}`);
    await assertRowCounts(snapshot, manifest);
    for await (const { key, size, crc32, owner } of listReferencedFiles(snapshot.db)) {
      const sum = list.get(key);
      if (!sum && manifest.damaged.includes(key)) continue;
      if (!sum) throw new BackupError(`${key} of ${owner} is not in the backup`);
      if ((size ?? sum.size) !== sum.size || (crc32 ?? sum.crc32) !== sum.crc32)
        throw new BackupError(`${key} in the backup differs from its row`);
    }
  } finally {
    await snapshot.close();
  }
  return list;
}

export async function assertRowCounts({ db }: Database, { rows }: Manifest): Promise<void> {
  const tables = Object.keys(rows).filter(isBackedUp);
  const existing = await listTableNames(db);
  const missing = tables.find((table) => !existing.has(table));
  if (missing) throw new BackupError(`the database of the backup has no table ${missing}`);
  const actual = await countRows(db, tables);
  for (const table of tables)
    if (actual[table] !== rows[table])
      throw new BackupError(`${table} has ${actual[table]} rows instead of ${rows[table]}`);
}

export async function* iterateEntries(
  list: ReadonlyMap<string, FileChecksum>,
): AsyncGenerator<[string, FileChecksum]> {
  yield* list;
}
