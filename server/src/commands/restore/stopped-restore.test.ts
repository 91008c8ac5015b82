import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { bytesIn, createBackup, namesIn } from '@deqiq/testkit/backups/backup-folder.ts';
import { busyWorld } from '@deqiq/testkit/backups/busy-clinic.ts';
import { emptyLocation, listTables, newFolder } from '@deqiq/testkit/folders.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { sql } from 'kysely';
import {
  assertNotHalfRestored,
  beginRestore,
} from '../../platform/data-folder/unfinished-restore.ts';
import { openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { withDatabaseLock } from '../../platform/db/postgres/restore-claim.ts';
import { isUnavailable } from '../../platform/errors.ts';
import { backUp } from '../backup/backup.ts';
import { restore } from './restore.ts';
import { claimEmptyDatabase } from './restored-database.repo.ts';

describe('a restore into PostgreSQL', () => {
  const skip = process.env.TEST_DATABASE !== 'postgres' && 'the folder is the lock of SQLite';

  test('is refused while a server with another data folder is connected', { skip }, async (t) => {
    const { folder } = await createBackup(t, await busyWorld(t));
    const { url, dataDir } = await emptyLocation(t);
    const server = await openDatabase({ url, dataDir: await newFolder(t) });
    await sql`drop schema public cascade`.execute(server.db);
    await sql`create schema public`.execute(server.db);
    await assert.rejects(restore({ backup: folder, url, dataDir }), /in use by a server/);
    await server.close();
    await restore({ backup: folder, url, dataDir });
  });

  test('keeps every server away until it has ended, also when it was killed', {
    skip,
  }, async (t) => {
    const { url = '', dataDir } = await emptyLocation(t);
    await withDatabaseLock(url, async () => {
      await assert.rejects(
        withDatabaseLock(url, async () => {}),
        /another restore/,
      );
    });
    const restoring = await openDatabase({ url, dataDir, readOnly: true, isRestoring: true });
    const server = await openDatabase({ url, dataDir, readOnly: true });
    t.after(server.close);
    await claimEmptyDatabase(restoring.db, 'a token');
    for (const readOnly of [true, false])
      await assert.rejects(openDatabase({ url, dataDir, readOnly }), /is being restored/);
    // A server whose connections broke gets no new one.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'deqiq'`.execute(restoring.db);
    await untilTrue(() => server.ping().then(() => false, isClaimed));
    await restoring.close();
    await assert.rejects(openDatabase({ url, dataDir }), /is being restored/);
  });
});

const isClaimed = (error: unknown) =>
  isUnavailable(error) && /is being restored/.test(String(error));

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
    await assert.rejects(openDatabase(location), /is being restored/);
    const { db, close } = await openDatabase({ ...location, isRestoring: true });
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
