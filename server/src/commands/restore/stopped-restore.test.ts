import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { bytesIn, createBackup, namesIn } from '@deqiq/testkit/backups/backup-folder.ts';
import { busyWorld } from '@deqiq/testkit/backups/busy-clinic.ts';
import { emptyLocation, listTables, newFolder } from '@deqiq/testkit/folders.ts';
import { sql } from 'kysely';
import {
  assertNotHalfRestored,
  beginRestore,
} from '../../platform/data-folder/unfinished-restore.ts';
import { openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { backUp } from '../backup/backup.ts';
import { restore } from './restore.ts';

describe('a restore that was stopped', () => {
  /** A location in which a restore was killed after it had created `names`. */
  async function stopped(t: TestContext, names: readonly string[]) {
    const world = await busyWorld(t);
    const { folder } = await createBackup(t, world);
    const location = await emptyLocation(t);
    const token = await beginRestore(location.dataDir);
    for (const name of names) {
      if (name.startsWith('objects')) await mkdir(join(location.dataDir, name, 'files'), DEEP);
      else await writeFile(join(location.dataDir, name), 'half');
    }
    return { world, backup: folder, location, token };
  }

  for (const names of [
    [],
    ['objects.restoring'],
    ['objects', `${SQLITE_FILE}.restoring`],
    ['objects', SQLITE_FILE],
  ])
    test(`at ${names.join(' and ') || 'its beginning'} is refused by all others and can be repeated`, async (t) => {
      const { world, backup, location } = await stopped(t, names);
      await assert.rejects(assertNotHalfRestored(location.dataDir), /Run the restore again/);
      const database = await openDatabase({
        ...(world.url && { url: world.url }),
        dataDir: world.dataDir,
      });
      const target = { folder: await newFolder(t), dataDir: location.dataDir };
      await assert
        .rejects(backUp({ ...target, database, report: () => {} }), /Run the restore again/)
        .finally(database.close);
      await restore({ backup, ...location });
      await assertNotHalfRestored(location.dataDir);
      assert.deepEqual(await bytesIn(location.dataDir), await bytesIn(world.dataDir));
    });

  test('after its rows came is repeated, and a claim of another folder is left alone', async (t) => {
    const { backup, location, token } = await stopped(t, ['objects']);
    if (!location.url) return t.skip('rows and folder are one on SQLite');
    const claim = async (text: string) => {
      const { db, close } = await openDatabase(location);
      await sql`create table unfinished_restore (token text)`.execute(db);
      await sql`insert into unfinished_restore values (${text})`.execute(db);
      await close();
    };
    await claim('of another folder');
    await assert.rejects(restore({ backup, ...location }), /the database is not empty/);
    const again = await beginRestore(location.dataDir);
    assert.notEqual(again, token);
    const { db, close } = await openDatabase(location);
    await sql`update unfinished_restore set token = ${again}`.execute(db);
    await close();
    await restore({ backup, ...location });
    assert.equal((await listTables(location)).includes('unfinished_restore'), false);
  });

  test('removes only files that it created', async (t) => {
    const { backup, location } = await stopped(t, ['objects.restoring']);
    await writeFile(join(location.dataDir, 'notes.txt'), 'of the keeper');
    await assert.rejects(restore({ backup, ...location }), /is not empty/);
    assert.deepEqual((await namesIn(location.dataDir)).sort(), [
      'notes.txt',
      'objects.restoring',
      'restore.restoring',
    ]);
  });
});

const DEEP = { recursive: true } as const;
