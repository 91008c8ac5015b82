import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { emptyLocation, newFolder } from '@deqiq/testkit/folders.ts';
import { changePoints } from '@deqiq/testkit/http/points.ts';
import { addPushDevice } from '@deqiq/testkit/http/push-devices.ts';
import { codeAt, enrol } from '@deqiq/testkit/http/second-factor.ts';
import { createShare, openShare } from '@deqiq/testkit/http/shares.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld, someDicom, type World } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { sealAudit } from '../../features/audit/chain.service.ts';
import { readMismatch } from '../../features/data-identity/data-identity.service.ts';
import { readLastBackup } from '../../platform/data-folder/last-backup.ts';
import {
  assertNotHalfRestored,
  beginRestore,
} from '../../platform/data-folder/unfinished-restore.ts';
import { type Database, openDatabase, SQLITE_FILE } from '../../platform/db/database.ts';
import { lockDataFolder, lockFile } from '../../platform/db/folder-lock.ts';
import { restore } from '../restore/restore.ts';
import { checkAudit } from '../verify/audit.ts';
import { backUp } from './backup.ts';

const silent = () => {};

/** Tables that a restore leaves empty. */
const ENDED = {
  ...{ sessions: [], session_activity: [], known_devices: [] },
  ...{ share_visits: [], push_subscriptions: [] },
};

/** The same rows with every share ended by the restore at this instant. */
const withEndedShares = (rows: Record<string, unknown[]>, at: unknown) => ({
  ...rows,
  shares: (rows.shares ?? []).map((row) => ({
    ...(row as object),
    ended_at: at,
    end_reason: 'restored',
  })),
});

const endOf = ({ shares }: Record<string, unknown[]>) =>
  (shares?.[0] as { ended_at: string } | undefined)?.ended_at;

/** A clinic at work: checkups with small and large files, a clinic with a picture, moved points. */
async function busyWorld(t: TestContext): Promise<World> {
  const world = await newWorld(t);
  const { partner, client } = await world.signedInPartner();
  const { xrayFileLinks } = await world.addCheckup({ partner: partner._id });
  const annotations = `/api/partner/files/${xrayFileLinks[0]?.id}/annotations`;
  const content = {
    kind: 'length',
    points: [
      [1.25, 2],
      [3, 4],
    ],
  };
  (await client.post(annotations, { _id: randomUUID(), label: '36', content })).ok();
  const { _id } = await world.addCheckup({
    partner: partner._id,
    bytes: someDicom(CHUNK_SIZE + 77),
  });
  await openShare(world.visitor, await createShare(client, 'partner', _id));
  await changePoints(world.admin, partner._id, 12.5);
  (await client.post('/api/partner/misc/demand-payment', {})).ok();
  (
    await world.admin.form('POST', '/api/admin/clinics', {
      title: 'Ağ Diş',
      phone: '+994 12 555 55 55',
      location: 'Bakı',
      instagram: '@agdis',
      image: await picture({ width: 700, height: 500 }),
    })
  ).ok();
  const at = new Date().toISOString();
  const times = { due_at: at, run_at: at, created_at: at };
  const job = { id: 'a', kind: 'derive', subject: 'a', payload: '{}', priority: 0, attempts: 1 };
  await world.db
    .insertInto('jobs')
    .values({ ...job, ...times, lease_token: 'x' })
    .execute();
  await addPushDevice(client);
  return world;
}

const queued = {
  id: 'a',
  channel: 'email' as const,
  recipient: 'staff',
  kind: 'complaint',
  state: 'queued' as const,
  is_confirmed: null,
  failure: null,
  created_at: '2026-11-22T10:00:00.000Z',
  sent_at: null,
};

/** A message that was perhaps sent after the backup. */
const queueMessage = ({ db }: World) => db.insertInto('outbox').values(queued).execute();

async function createBackup(t: TestContext, { dataDir, url }: World, folder?: string) {
  const database = await openDatabase({ dataDir, ...(url && { url }), readOnly: true });
  try {
    return await backUp({
      folder: folder ?? (await newFolder(t)),
      dataDir,
      database,
      report: silent,
    });
  } finally {
    await database.close();
  }
}

async function rowsOf({ db }: Pick<Database, 'db'>, tables: readonly string[]) {
  const all: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    const texts = rows.map((row) => JSON.stringify({ ...row })).toSorted();
    all[table] = texts.map((text) => JSON.parse(text) as unknown);
  }
  return all;
}

async function bytesIn(folder: string, areas = ['files', 'pictures']) {
  const found: Record<string, Buffer> = {};
  for (const area of areas)
    for (const name of await readdir(join(folder, 'objects', area)))
      found[`${area}/${name}`] = await readFile(join(folder, 'objects', area, name));
  return found;
}

describe('a backup', () => {
  test('restores every row and byte except sessions', async (t) => {
    const world = await busyWorld(t);
    await queueMessage(world);
    await sealAudit(world);
    const { folder, manifest } = await createBackup(t, world);
    assert.equal(manifest.files, 4);
    const location = await emptyLocation(t);
    await restore({ backup: folder, ...location });
    const restored = await openDatabase(location);
    t.after(restored.close);
    const tables = Object.keys(manifest.rows);
    assert.ok(tables.length >= 22);
    const [before, after] = [await rowsOf(world, tables), await rowsOf(restored, tables)];
    // A copy is another database: with the old folder it must not fit.
    assert.notDeepEqual(after.database_identity, before.database_identity);
    const { database_identity } = after;
    assert.match(String(endOf(after)), /^20\d\d-/);
    const ended = withEndedShares(before, endOf(after));
    const outbox = [{ ...queued, state: 'cancelled', failure: 'restored' }];
    const expected = { ...ended, ...ENDED, outbox, database_identity };
    assert.deepEqual(after, expected);
    assert.equal(after.annotations?.length, 1);
    assert.equal(before.push_subscriptions?.length, 1);
    assert.equal(await readMismatch(restored.db, location.dataDir), undefined);
    assert.match(String(await readMismatch(restored.db, world.dataDir)), /belongs to database/);
    assert.deepEqual(await bytesIn(location.dataDir), await bytesIn(world.dataDir));
    assert.deepEqual(await readLastBackup(world.dataDir), {
      at: manifest.at,
      folder,
      bytes: manifest.bytes,
      files: 4,
      auditHead: manifest.auditHead,
    });
    assert.match(String(manifest.auditHead), /^[1-9]\d*:[\w-]{43}$/);
    // Sequences continue after the restored rows.
    const [partner] = before.partners as { id: string; seq: number }[];
    await sql`insert into reports (id, partner_id, message, created_at)
      values ('new', ${partner?.id}, 'x', 'now')`.execute(restored.db);
    await assertBooked(restored.db);
  });

  test('includes the key of second factors, so that codes still work', async (t) => {
    const world = await busyWorld(t);
    const { recoveryCodes, secret } = await enrol(world.admin, 'admin', ADMIN.password);
    const { folder } = await createBackup(t, world);
    const location = await emptyLocation(t);
    await restore({ backup: folder, ...location });
    const key = await readFile(join(location.dataDir, 'second-factor-key'), 'utf8');
    assert.equal(key, await readFile(join(world.dataDir, 'second-factor-key'), 'utf8'));
    const restored = await newWorld(t, {
      location: { ...location, drop: async () => {} },
      otp: recoveryCodes[0],
    });
    // Rows that waited in the backup got their seals in the restore.
    assert.notDeepEqual(await restored.db.selectFrom('audit_seals').select('seq').execute(), []);
    const path = '/api/admin/account/second-factor/disable';
    const off = { password: ADMIN.password, code: codeAt(secret, Date.now() + 30_000) };
    (await restored.admin.post(path, off)).ok();

    await writeFile(join(folder, 'second-factor-key'), 'x');
    const elsewhere = await emptyLocation(t);
    await assert.rejects(
      restore({ backup: folder, ...elsewhere }),
      /second-factor-key of the backup/,
    );
  });

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
    const shelf = await newFolder(t);
    const first = await createBackup(t, world, shelf);
    const [one, other] = await readdir(join(first.folder, 'objects/files'));
    const damaged = join(first.folder, 'objects/files', other ?? '');
    const whole = await readFile(damaged);
    await flip(damaged, 150);
    const second = await createBackup(t, world, shelf);
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
    const database = await openDatabase({ ...locationOf(world), readOnly: true });
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
    const database = await openDatabase({ ...locationOf(world), readOnly: true });
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
    const shelf = await newFolder(t);
    const ending = new AbortController();
    ending.abort();
    const database = await openDatabase({ ...locationOf(world), readOnly: true });
    t.after(database.close);
    const options = { folder: shelf, dataDir: world.dataDir, database, report: silent };
    await assert.rejects(backUp({ ...options, signal: ending.signal }), /was aborted/);
    assert.deepEqual(await namesIn(shelf), []);
    // Of a version that named them after the process, and of this one.
    for (const name of ['999999999', 'c0ffee'])
      await mkdir(join(shelf, `.deqiq-unfinished-${name}`));
    await backUp(options);
    assert.equal((await namesIn(shelf)).length, 1);
  });

  test('makes room for itself: as many of the newest stay as are wished for', async (t) => {
    const world = await busyWorld(t);
    const shelf = await newFolder(t);
    await mkdir(join(shelf, 'somebody else’s'));
    const older = [await createBackup(t, world, shelf), await createBackup(t, world, shelf)];
    const database = await openDatabase({ ...locationOf(world), readOnly: true });
    t.after(database.close);
    const options = { folder: shelf, dataDir: world.dataDir, database, report: silent };
    const { folder } = await backUp({ ...options, keep: 2 });
    const left = [older[1]?.folder, folder].map((path) => path?.slice(shelf.length + 1));
    assert.deepEqual((await namesIn(shelf)).sort(), [...left, 'somebody else’s']);
    await restore({ backup: folder, ...(await emptyLocation(t)) });
  });

  test('keeps the new backup under the newest name, even if the clock was set back', async (t) => {
    const world = await busyWorld(t);
    const shelf = await newFolder(t);
    const database = await openDatabase({ ...locationOf(world), readOnly: true });
    t.after(database.close);
    const at = (now: number) =>
      backUp({
        folder: shelf,
        dataDir: world.dataDir,
        database,
        keep: 2,
        report: silent,
        now: () => now,
      });
    await at(Date.UTC(2026, 10, 20));
    const second = await at(Date.UTC(2026, 10, 21));
    const third = await at(Date.UTC(2026, 0, 1));
    const names = [second.folder, third.folder].map((folder) => folder.slice(shelf.length + 1));
    assert.deepEqual((await namesIn(shelf)).sort(), names);
    assert.equal(names[1], 'deqiq-20261121T000000001Z');
    assert.equal((await readLastBackup(world.dataDir))?.folder, third.folder);
    await restore({ backup: third.folder, ...(await emptyLocation(t)) });
  });

  test('is rejected while another one runs, of the same data or into the same folder', async (t) => {
    const world = await busyWorld(t);
    const shelf = await newFolder(t);
    const unfinished = join(shelf, '.deqiq-unfinished-of-another');
    await mkdir(unfinished);
    const other = await lockFile(join(shelf, '.lock'), 'exclusive');
    await assert.rejects(createBackup(t, world, shelf), /^Error: another backup into /);
    assert.deepEqual(await namesIn(shelf), ['.deqiq-unfinished-of-another']);
    other?.release();
    const same = await lockDataFolder(world.dataDir, 'backup');
    await assert.rejects(createBackup(t, world), /another backup of .+ is running/);
    same.release();
    await createBackup(t, world, shelf);
    assert.equal((await namesIn(shelf)).length, 1);
  });

  test('is not inside the data folder', async (t) => {
    const world = await newWorld(t);
    await assert.rejects(
      createBackup(t, world, join(world.dataDir, 'backups')),
      /must not be inside/,
    );
  });
});

describe('a damaged backup is refused, and nothing of it stays', () => {
  const damages: Record<string, (folder: string) => Promise<void>> = {
    'a byte of a file': async (folder) => flip(await someFile(folder), 150),
    'a missing file': async (folder) => rm(await someFile(folder)),
    'a short file': async (folder) => truncate(await someFile(folder), 150),
    'a byte of a picture': async (folder) => flip(await someFile(folder, 'pictures'), 60),
    'a short database': (folder) => truncate(join(folder, SQLITE_FILE), 20_000),
    'a byte of the database': (folder) => flip(join(folder, SQLITE_FILE), 5_000),
    'a byte of the list': (folder) => flip(join(folder, 'files.tsv'), 60),
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
      if (location.url) assert.deepEqual(await tablesOfPostgres(location), []);
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

test('a restore needs an empty target, and repeats an interrupted one', async (t) => {
  const world = await busyWorld(t);
  const { folder } = await createBackup(t, world);
  await assert.rejects(restore({ backup: folder, ...locationOf(world) }), /is not empty/);
  const location = await emptyLocation(t);
  if (location.url) {
    const used = { dataDir: location.dataDir, url: world.url };
    await assert.rejects(restore({ backup: folder, ...used }), /the database is not empty/);
  }
  for (const name of ['objects.restoring', 'lost+found']) await mkdir(join(location.dataDir, name));
  await restore({ backup: folder, ...location });
  assert.deepEqual(await bytesIn(location.dataDir), await bytesIn(world.dataDir));
});

test('a backup of an older schema is brought up to date when it is restored', async (t) => {
  const world = await busyWorld(t);
  await sql`drop table labs`.execute(world.db);
  if (!world.url) await sql`drop table if exists labs_search`.execute(world.db);
  for (const table of ['reservation_applications', 'partner_applications', 'contact_messages']) {
    await sql`drop table ${sql.table(table)}`.execute(world.db);
    if (!world.url) await sql`drop table ${sql.table(`${table}_search`)}`.execute(world.db);
  }
  for (const index of ['status', 'created_at'])
    for (const table of ['checkups', 'payments'])
      await sql`drop index ${sql.ref(`${table}_${index}`)}`.execute(world.db);
  await sql`drop index reports_status`.execute(world.db);
  for (const column of ['status', 'note', 'handled_by', 'handled_at', 'version'])
    await sql`alter table reports drop column ${sql.ref(column)}`.execute(world.db);
  const newer = ['0004-applications-labs', '0013-list-filters', '0020-work-queues'];
  await sql`delete from migrations where name in (${sql.join(newer)})`.execute(world.db);
  const { folder, manifest } = await createBackup(t, world);
  assert.equal(manifest.rows.labs, undefined);
  const location = await emptyLocation(t);
  await restore({ backup: folder, ...location });
  const restored = await openDatabase(location);
  t.after(restored.close);
  assert.deepEqual(await restored.db.selectFrom('labs').selectAll().execute(), []);
  assert.equal((await restored.db.selectFrom('checkups').selectAll().execute()).length, 2);
});

test('a clinic moves from PostgreSQL to SQLite and back again by its backups', async (t) => {
  const world = await busyWorld(t);
  if (!world.url) return t.skip('there is one database in this run');
  await sealAudit(world);
  const first = await createBackup(t, world);
  const small = { dataDir: await newFolder(t) };
  await restore({ backup: first.folder, ...small });
  const onSqlite = await openDatabase({ ...small, readOnly: true });
  const options = { folder: await newFolder(t), ...small, database: onSqlite, report: silent };
  const second = await backUp(options).finally(onSqlite.close);
  assert.deepEqual([first.manifest.from, second.manifest.from], ['postgres', 'sqlite']);
  const location = await emptyLocation(t);
  await restore({ backup: second.folder, ...location });
  const restored = await openDatabase(location);
  t.after(restored.close);
  const tables = Object.keys(first.manifest.rows);
  const { database_identity, ...before } = await rowsOf(world, tables);
  const { database_identity: other, ...after } = await rowsOf(restored, tables);
  assert.deepEqual(after, { ...withEndedShares(before, endOf(after)), ...ENDED });
  assert.notDeepEqual(other, database_identity);
  assert.deepEqual((await checkAudit(restored.db, { now: Date.now, heads: [] })).problems, []);
});

test('the commands report wrong arguments and folders in one line', async (t) => {
  const { dataDir, url } = await newWorld(t);
  const run = (name: string, ...words: string[]) => {
    const program = fileURLToPath(new URL(`../${name}-command.ts`, import.meta.url));
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url ?? '' };
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
      encoding: 'utf8',
      env,
    });
    return [status, stderr.trimEnd()];
  };
  const folder = await newFolder(t);
  await writeFile(join(folder, 'a file'), '');
  assert.match(String(run('backup')[1]), /^npm run backup -- FOLDER/);
  assert.deepEqual(run('backup', join(folder, 'a file')), [
    1,
    `Already exists: ${join(folder, 'a file')}.`,
  ]);
  assert.match(String(run('backup', dataDir)[1]), /^The backup must not be inside the data folder/);
  assert.match(String(run('restore')[1]), /^npm run restore -- BACKUP/);
  assert.deepEqual(run('restore', folder), [
    1,
    `${dataDir} is not empty: a backup is restored into an empty folder.`,
  ]);
});

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
        .rejects(backUp({ ...target, database, report: silent }), /Run the restore again/)
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
    assert.equal((await tablesOfPostgres(location)).includes('unfinished_restore'), false);
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

test('a restore beside a running server is rejected and changes nothing', async (t) => {
  const world = await busyWorld(t);
  const { folder } = await createBackup(t, world);
  const location = await emptyLocation(t);
  const server = await lockDataFolder(location.dataDir, 'server');
  await assert.rejects(restore({ backup: folder, ...location }), /is in use by a server/);
  assert.deepEqual(await namesIn(location.dataDir), []);
  server.release();
  await restore({ backup: folder, ...location });
});

const DEEP = { recursive: true } as const;

/** Names in a folder without those of locks. */
const namesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => !['locks', '.lock'].includes(name));

async function tablesOfPostgres(location: { dataDir: string; url?: string }): Promise<string[]> {
  const { db, close } = await openDatabase({ ...location, readOnly: true });
  const tables = await db.introspection.getTables().finally(close);
  return tables.map(({ name }) => name);
}

const locationOf = ({ dataDir, url }: World) => ({ dataDir, ...(url && { url }) });

async function fileIdOf({ db }: World, checkupId: string): Promise<string> {
  const files = db.selectFrom('checkup_files').select('id').where('checkup_id', '=', checkupId);
  return (await files.executeTakeFirstOrThrow()).id;
}

async function someFile(folder: string, area = 'files'): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'objects', area));
  return join(folder, 'objects', area, name);
}

async function changeManifest(folder: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, 'manifest.json');
  const text = await readFile(path, 'utf8');
  assert.notEqual(change(text), text);
  await writeFile(path, change(text));
}

async function flip(path: string, position: number): Promise<void> {
  const handle = await open(path, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 0x10]), 0, 1, position);
  await handle.close();
}
