import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  bytesIn,
  createBackup,
  namesIn,
  toLocation,
} from '@deqiq/testkit/backups/backup-folder.ts';
import { busyWorld } from '@deqiq/testkit/backups/busy-clinic.ts';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import { emptyLocation, newFolder } from '@deqiq/testkit/folders.ts';
import { codeAt, enrol } from '@deqiq/testkit/http/second-factor.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import { sealAudit } from '../../features/operations/audit/chain/chain.service.ts';
import { readMismatch } from '../../features/operations/data-identity/data-identity.service.ts';
import { readLastBackup } from '../../platform/data-folder/last-backup.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { lockDataFolder } from '../../platform/db/locks/data-folder-lock.ts';
import { backUp } from '../backup/backup.ts';
import { checkAudit } from '../verify/audit.ts';
import { restore } from './restore.ts';

/** Tables that a restore leaves empty. */
const ENDED = {
  sessions: [],
  session_activity: [],
  known_devices: [],
  share_visits: [],
  push_subscriptions: [],
  program_tokens: [],
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

async function rowsOf({ db }: Pick<Database, 'db'>, tables: readonly string[]) {
  const all: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    const texts = rows.map((row) => JSON.stringify({ ...row })).toSorted();
    all[table] = texts.map((text) => JSON.parse(text) as unknown);
  }
  return all;
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
    const before = await rowsOf(world, tables);
    const after = await rowsOf(restored, tables);
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
    assert.equal(before.program_tokens?.length, 1);
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
});

test('a restore needs an empty target, and repeats an interrupted one', async (t) => {
  const world = await busyWorld(t);
  const { folder } = await createBackup(t, world);
  await assert.rejects(restore({ backup: folder, ...toLocation(world) }), /is not empty/);
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
  const options = { folder: await newFolder(t), ...small, database: onSqlite, report: () => {} };
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
