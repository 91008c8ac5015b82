import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  createBackup,
  flipBit,
  someFile,
  toLocation,
} from '@deqiq/testkit/backups/backup-folder.ts';
import { busyWorld } from '@deqiq/testkit/backups/busy-clinic.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { startCommand } from '@deqiq/testkit/process/operator-command.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { sealAudit } from '../../../features/operations/audit/chain/chain.service.ts';
import { readLastBackup, writeLastBackup } from '../../../platform/data-folder/last-backup.ts';
import { readLastRehearsal } from '../../../platform/data-folder/protection-records.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { lockFile } from '../../../platform/db/locks/folder-lock.ts';
import { restore } from '../../restore/restore.ts';
import { findDifference, rehearse } from './rehearse.ts';

const AT = '2026-11-27T08:00:00.000Z';
const now = () => Date.parse(AT);

describe('a rehearsal', () => {
  test('restores the newest backup, compares all of it and leaves nothing behind', async (t) => {
    const world = await busyWorld(t);
    await sealAudit(world);
    const { manifest } = await createBackup(t, world);
    const parent = await newFolder(t);
    const rehearsal = await rehearse({ dataDir: world.dataDir, parent, now });
    const { at: backupAt, files, bytes } = manifest;
    assert.deepEqual(rehearsal, { at: AT, backupAt, files, bytes });
    assert.deepEqual(await readLastRehearsal(world.dataDir), rehearsal);
    assert.deepEqual(await readdir(parent), []);
  });

  test('records why a backup cannot be restored', async (t) => {
    const world = await busyWorld(t);
    const { folder } = await createBackup(t, world);
    await flipBit(await someFile(folder), 20);
    const parent = await newFolder(t);
    await rehearse({ dataDir: world.dataDir, parent, now });
    const recorded = await readLastRehearsal(world.dataDir);
    assert.match(String(recorded?.problem), /in the backup is damaged/);
    assert.deepEqual(await readdir(parent), []);
  });

  test('compares every row, not only their number', async (t) => {
    const world = await busyWorld(t);
    const { folder } = await createBackup(t, world);
    const target = await newFolder(t);
    await restore({ backup: folder, dataDir: target });
    const { db, close } = await openDatabase({ dataDir: target });
    await db.updateTable('partners').set({ phone: '0' }).execute().finally(close);
    assert.match(String(await findDifference(folder, target)), /^partners was not restored/);
  });

  test('compares every byte', async (t) => {
    const world = await busyWorld(t);
    const { folder } = await createBackup(t, world);
    const target = await newFolder(t);
    await restore({ backup: folder, dataDir: target });
    assert.equal(await findDifference(folder, target), undefined);
    await flipBit(await someFile(target), 20);
    assert.match(String(await findDifference(folder, target)), /^files.* with the bytes/);
  });

  test('needs a backup', async (t) => {
    const { dataDir } = await newWorld(t);
    await assert.rejects(rehearse({ dataDir }), /There is no backup/);
  });

  test('is refused before anything is written where the space does not suffice', async (t) => {
    const world = await busyWorld(t);
    await createBackup(t, world);
    const backup = await readLastBackup(world.dataDir);
    assert.ok(backup);
    await writeLastBackup(world.dataDir, { ...backup, bytes: 1e15 });
    const parent = await newFolder(t);
    const rehearsal = rehearse({ dataDir: world.dataDir, parent, onFolder: assert.fail });
    await assert.rejects(
      rehearsal,
      /^Error: not enough space for the rehearsal in .*needs 1,000 TB/,
    );
    assert.equal(await readLastRehearsal(world.dataDir), undefined);
  });

  test('does not call a backup damaged that a newer one removed meanwhile', async (t) => {
    const world = await busyWorld(t);
    const { folder } = await createBackup(t, world);
    const parent = await newFolder(t);
    const removed = () => renameSync(folder, `${folder}-removed`);
    const rehearsal = rehearse({ dataDir: world.dataDir, parent, now, onFolder: removed });
    await assert.rejects(rehearsal, /was removed during the rehearsal.* rehearse again/);
    assert.equal(await readLastRehearsal(world.dataDir), undefined);
    assert.deepEqual(await readdir(parent), []);
  });

  test('leaves nothing behind when its terminal is closed', async (t) => {
    const world = await busyWorld(t);
    await createBackup(t, world);
    const parent = await newFolder(t);
    const options = { ...toLocation(world), env: { TMPDIR: parent } };
    const { child, ended } = startCommand('verify', options, ['--rehearse']);
    await untilTrue(async () => (await readdir(parent)).length > 0);
    child.kill('SIGHUP');
    assert.equal((await ended).status, 1);
    assert.deepEqual(await readdir(parent), []);
  });

  test('removes the folders of rehearsals that were killed, not of those that run', async (t) => {
    const world = await busyWorld(t);
    await createBackup(t, world);
    const parent = await newFolder(t);
    const begin = async (name: string) => {
      await mkdir(join(parent, name, 'objects'), { recursive: true });
      return await lockFile(join(parent, name, 'locks/rehearsal'), 'exclusive');
    };
    (await begin('deqiq-rehearsal-killed'))?.release();
    const running = await begin('deqiq-rehearsal-running');
    for (const name of ['deqiq-rehearsal-new', 'deqiq-rehearsal-old', 'other'])
      await mkdir(join(parent, name));
    const old = Date.now() / 1000 - 2 * 24 * 3600;
    await utimes(join(parent, 'deqiq-rehearsal-old'), old, old);
    await rehearse({ dataDir: world.dataDir, parent });
    running?.release();
    assert.deepEqual((await readdir(parent)).sort(), [
      'deqiq-rehearsal-new',
      'deqiq-rehearsal-running',
      'other',
    ]);
  });
});
