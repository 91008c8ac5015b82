import assert from 'node:assert/strict';
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  changeManifest,
  createBackup,
  flipBit,
  namesIn,
  someFile,
} from '@deqiq/testkit/backups/backup-folder.ts';
import { busyWorld } from '@deqiq/testkit/backups/busy-clinic.ts';
import { emptyLocation, listTables } from '@deqiq/testkit/folders.ts';
import { SQLITE_FILE } from '../../platform/db/database.ts';
import { restore } from './restore.ts';

describe('a damaged backup is refused, and nothing of it stays', () => {
  const damages: Record<string, (folder: string) => Promise<void>> = {
    'a byte of a file': async (folder) => flipBit(await someFile(folder), 150),
    'a missing file': async (folder) => rm(await someFile(folder)),
    'a short file': async (folder) => truncate(await someFile(folder), 150),
    'a byte of a picture': async (folder) => flipBit(await someFile(folder, 'pictures'), 60),
    'a short database': (folder) => truncate(join(folder, SQLITE_FILE), 20_000),
    'a byte of the database': (folder) => flipBit(join(folder, SQLITE_FILE), 5_000),
    'a byte of the list': (folder) => flipBit(join(folder, 'files.tsv'), 60),
    'a missing list': (folder) => rm(join(folder, 'files.tsv')),
    'a missing manifest': (folder) => rm(join(folder, 'manifest.json')),
    'half a manifest': (folder) => truncate(join(folder, 'manifest.json'), 100),
    'the name of a table in the manifest': (folder) =>
      changeManifest(folder, (text) => text.replace('"admins"', '"adoins"')),
    'the time in the manifest': (folder) =>
      changeManifest(folder, (text) => text.replace('"at": "2', '"at": "3')),
  };

  for (const [what, damage] of Object.entries(damages))
    test(what, async (t) => {
      const { folder } = await createBackup(t, await busyWorld(t));
      await damage(folder);
      const location = await emptyLocation(t);
      await assert.rejects(restore({ backup: folder, ...location }), {
        message: /is (damaged|missing in the backup)|not a backup/,
      });
      assert.deepEqual(await namesIn(location.dataDir), []);
      if (location.url) assert.deepEqual(await listTables(location), []);
    });
});

test('a backup of the first format has no checksum of its manifest; its tables are compared', async (t) => {
  const { folder } = await createBackup(t, await busyWorld(t));
  const toFirstFormat = (text: string) =>
    text.replace('"format": 2', '"format": 1').replace(/,\s*"sha256": "\w+"\s*}\s*$/, '}');
  await changeManifest(folder, toFirstFormat);
  await restore({ backup: folder, ...(await emptyLocation(t)) });
  await changeManifest(folder, (text) => text.replace('"admins"', '"adoins"'));
  await assert.rejects(restore({ backup: folder, ...(await emptyLocation(t)) }), {
    message: 'the database of the backup has no table adoins',
  });
});
