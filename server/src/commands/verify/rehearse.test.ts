import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { createBackup, flipBit, someFile } from '@deqiq/testkit/backups/backup-folder.ts';
import { busyWorld } from '@deqiq/testkit/backups/busy-clinic.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { sealAudit } from '../../features/operations/audit/chain.service.ts';
import { readLastRehearsal } from '../../platform/data-folder/protection-records.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { restore } from '../restore/restore.ts';
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
});
