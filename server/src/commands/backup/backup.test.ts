import assert from 'node:assert/strict';
import { mkdir, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  createBackup,
  flipBit,
  namesIn,
  toLocation,
} from '@deqiq/testkit/backups/backup-folder.ts';
import { busyWorld } from '@deqiq/testkit/backups/busy-clinic.ts';
import { emptyLocation, newFolder } from '@deqiq/testkit/folders.ts';
import { runProgram } from '@deqiq/testkit/process/operator-command.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { readLastBackup } from '../../platform/data-folder/last-backup.ts';
import { readLastCopy } from '../../platform/data-folder/protection-records.ts';
import { openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { lockDataFolder } from '../../platform/db/locks/data-folder-lock.ts';
import { lockFile } from '../../platform/db/locks/folder-lock.ts';
import { restore } from '../restore/restore.ts';
import { backUp } from './backup.ts';

const silent = () => {};

describe('a backup', () => {
  test('contains the referenced files and nothing else', async (t) => {
    const world = await busyWorld(t);
    await writeFile(join(world.dataDir, 'objects/files/orphan'), 'nobody');
    await world.admin.sendChunk('unfinished', 0, Buffer.from('x'));
    const { folder } = await createBackup(t, world);
    assert.equal((await readdir(join(folder, 'objects/files'))).length, 2);
    assert.deepEqual(await readdir(join(folder, 'objects/previews')), []);
    assert.deepEqual((await readdir(folder)).sort(), [
      SQLITE_FILE,
      'files.tsv',
      'manifest.json',
      'objects',
    ]);
  });

  test('shares unchanged files with the previous backup unless they are damaged', async (t) => {
    const world = await busyWorld(t);
    const backups = await newFolder(t);
    const first = await createBackup(t, world, backups);
    const [one, other] = await readdir(join(first.folder, 'objects/files'));
    const damaged = join(first.folder, 'objects/files', other ?? '');
    const whole = await readFile(damaged);
    await flipBit(damaged, 150);
    const second = await createBackup(t, world, backups);
    const inode = async (folder: string, name = '') => {
      const handle = await open(join(folder, 'objects/files', name));
      return (await handle.stat().finally(() => handle.close())).ino;
    };
    assert.equal(await inode(first.folder, one), await inode(second.folder, one));
    assert.notEqual(await inode(first.folder, other), await inode(second.folder, other));
    assert.deepEqual(await readFile(join(second.folder, 'objects/files', other ?? '')), whole);
  });

  test('takes a newer snapshot if a file is deleted during the backup', async (t) => {
    const world = await busyWorld(t);
    const deleted = await world.addCheckup();
    const progress: string[] = [];
    const database = await openDatabase({ ...toLocation(world), readOnly: true });
    t.after(database.close);
    // Its file is removed before the first snapshot, its row before the second: a deletion seen halfway.
    const id = await fileIdOf(world, deleted._id);
    await rm(join(world.dataDir, 'objects/files', id));
    let snapshots = 0;
    const { folder, manifest } = await backUp({
      folder: await newFolder(t),
      dataDir: world.dataDir,
      database,
      now: () => {
        snapshots += 1;
        return Date.now();
      },
      async report(text) {
        progress.push(text);
        await world.db.deleteFrom('checkups').where('id', '=', deleted._id).execute();
      },
    });
    assert.equal(snapshots, 2);
    assert.match(progress.join(), /1 files were deleted meanwhile/);
    assert.equal(manifest.rows.checkups, 2);
    assert.equal((await readdir(join(folder, 'objects/files'))).length, 2);
  });

  test('distinguishes lost from deleted files, and skips lost ones only on request', async (t) => {
    const world = await busyWorld(t);
    const [name = ''] = await readdir(join(world.dataDir, 'objects/files'));
    await truncate(join(world.dataDir, 'objects/files', name), 100);
    await assert.rejects(createBackup(t, world), /1 files are missing or damaged/);
    assert.equal(await readLastBackup(world.dataDir), undefined);
    await rm(join(world.dataDir, 'objects/files', name));
    await assert.rejects(createBackup(t, world), /1 files are missing or damaged/);
    const database = await openDatabase({ ...toLocation(world), readOnly: true });
    t.after(database.close);
    const options = {
      folder: await newFolder(t),
      dataDir: world.dataDir,
      database,
      report: silent,
    };
    const { folder, manifest } = await backUp({ ...options, allowDamaged: true });
    assert.deepEqual(manifest.damaged, [`files/${name}`]);
    assert.equal(await readLastBackup(world.dataDir), undefined);
    const location = await emptyLocation(t);
    await restore({ backup: folder, ...location });
    assert.equal((await readdir(join(location.dataDir, 'objects/files'))).length, 1);
  });

  test('that is aborted is not a backup, and the next one cleans up', async (t) => {
    const world = await busyWorld(t);
    const backups = await newFolder(t);
    const ending = new AbortController();
    ending.abort();
    const database = await openDatabase({ ...toLocation(world), readOnly: true });
    t.after(database.close);
    const options = { folder: backups, dataDir: world.dataDir, database, report: silent };
    await assert.rejects(backUp({ ...options, signal: ending.signal }), /was aborted/);
    assert.deepEqual(await namesIn(backups), []);
    // Of a version that named them after the process, and of this one.
    for (const name of ['999999999', 'c0ffee'])
      await mkdir(join(backups, `.deqiq-unfinished-${name}`));
    await backUp(options);
    assert.equal((await namesIn(backups)).length, 1);
  });

  test('makes room for itself: as many of the newest stay as are wished for', async (t) => {
    const world = await busyWorld(t);
    const backups = await newFolder(t);
    await mkdir(join(backups, 'somebody else’s'));
    const older = [await createBackup(t, world, backups), await createBackup(t, world, backups)];
    const database = await openDatabase({ ...toLocation(world), readOnly: true });
    t.after(database.close);
    const options = { folder: backups, dataDir: world.dataDir, database, report: silent };
    const { folder } = await backUp({ ...options, keep: 2 });
    const left = [older[1]?.folder, folder].map((path) => path?.slice(backups.length + 1));
    assert.deepEqual((await namesIn(backups)).sort(), [...left, 'somebody else’s']);
    await restore({ backup: folder, ...(await emptyLocation(t)) });
  });

  test('keeps the new backup under the newest name, even if the clock was set back', async (t) => {
    const world = await busyWorld(t);
    const backups = await newFolder(t);
    const database = await openDatabase({ ...toLocation(world), readOnly: true });
    t.after(database.close);
    const at = (now: number) =>
      backUp({
        folder: backups,
        dataDir: world.dataDir,
        database,
        keep: 2,
        report: silent,
        now: () => now,
      });
    await at(Date.UTC(2026, 10, 20));
    const second = await at(Date.UTC(2026, 10, 21));
    const third = await at(Date.UTC(2026, 0, 1));
    const names = [second.folder, third.folder].map((folder) => folder.slice(backups.length + 1));
    assert.deepEqual((await namesIn(backups)).sort(), names);
    assert.equal(names[1], 'deqiq-20261121T000000001Z');
    assert.equal((await readLastBackup(world.dataDir))?.folder, third.folder);
    await restore({ backup: third.folder, ...(await emptyLocation(t)) });
  });

  test('is rejected while another one runs, of the same data or into the same folder', async (t) => {
    const world = await busyWorld(t);
    const backups = await newFolder(t);
    const unfinished = join(backups, '.deqiq-unfinished-of-another');
    await mkdir(unfinished);
    const other = await lockFile(join(backups, '.lock'), 'exclusive');
    await assert.rejects(createBackup(t, world, backups), /^Error: another backup into /);
    assert.deepEqual(await namesIn(backups), ['.deqiq-unfinished-of-another']);
    other?.release();
    const same = await lockDataFolder(world.dataDir, 'backup');
    await assert.rejects(createBackup(t, world), /another backup of .+ is running/);
    same.release();
    await createBackup(t, world, backups);
    assert.equal((await namesIn(backups)).length, 1);
  });

  test('is not inside the data folder', async (t) => {
    const world = await newWorld(t);
    await assert.rejects(
      createBackup(t, world, join(world.dataDir, 'backups')),
      /must not be inside/,
    );
  });
});

test('the commands report wrong arguments and folders in one line', async (t) => {
  const { dataDir, url } = await newWorld(t);
  const run = async (name: string, ...words: string[]) => {
    const program = new URL(`../${name}-command.ts`, import.meta.url);
    const { status, stderr } = await runProgram(program, { dataDir, url }, words);
    return [status, stderr.trimEnd()];
  };
  const folder = await newFolder(t);
  await writeFile(join(folder, 'a file'), '');
  assert.match(String((await run('backup'))[1]), /^npm run backup -- FOLDER/);
  assert.deepEqual(await run('backup', join(folder, 'a file')), [
    1,
    `Already exists: ${join(folder, 'a file')}.`,
  ]);
  assert.match(
    String((await run('backup', dataDir))[1]),
    /^The backup must not be inside the data folder/,
  );
  assert.match(String((await run('restore'))[1]), /^npm run restore -- BACKUP/);
  assert.deepEqual(await run('restore', folder), [
    1,
    `${dataDir} is not empty: a backup is restored into an empty folder.`,
  ]);
});

test('records the backup that was copied, not one that was made meanwhile', async (t) => {
  const world = await newWorld(t);
  const backups = await newFolder(t);
  const copied = await createBackup(t, world, backups);
  const newer = await createBackup(t, world, backups);
  const program = new URL('../backup-command.ts', import.meta.url);
  const record = (...words: string[]) =>
    runProgram(program, toLocation(world), ['--copied', ...words]);
  assert.match((await record()).stderr, /^npm run backup -- FOLDER/);
  assert.match((await record(backups)).stderr, /is not a backup/);
  assert.equal(await readLastCopy(world.dataDir), undefined);
  for (const [{ folder }, { manifest }] of [
    [copied, copied],
    [newer, newer],
    [copied, newer],
  ] as const) {
    assert.match((await record(folder)).stdout, /^recorded: the backup of /);
    assert.deepEqual(await readLastCopy(world.dataDir), { backupAt: manifest.at });
  }
});

async function fileIdOf({ db }: World, checkupId: string): Promise<string> {
  const files = db.selectFrom('checkup_files').select('id').where('checkup_id', '=', checkupId);
  return (await files.executeTakeFirstOrThrow()).id;
}
