import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { freshDatabase, openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newCheckup, newFile, newPartner } from '@deqiq/testkit/databases/rows.ts';
import { changePoints } from '@deqiq/testkit/http/points.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import * as checkups from '../../features/examinations/checkups/checkups.repo.ts';
import * as checkupFiles from '../../features/examinations/checkups/files/checkup-files.repo.ts';
import * as claims from '../../features/examinations/checkups/upload-claims.repo.ts';
import * as partners from '../../features/people/partners/partners.repo.ts';
import { openDatabase } from './database.ts';
import { DatabaseOpenError } from './errors.ts';
import type { Db } from './tables.ts';

test('rows survive closing and opening the database', async (t) => {
  const { location, db, ping } = await openFreshDatabase(t);
  await ping();
  const partner = newPartner();
  await partners.insert(db, partner);

  const again = await openDatabase(location);
  t.after(() => again.close());

  assert.equal((await partners.find(again.db, partner.id))?.email, partner.email);
});

test('numbers up to 2^53 are read exactly, also in sums', async (t) => {
  const { db } = await openFreshDatabase(t);
  const balance_qepik = Number.MAX_SAFE_INTEGER - 1;
  const partner = newPartner({ balance_qepik });
  await partners.insert(db, partner);

  assert.equal((await partners.find(db, partner.id))?.balance_qepik, balance_qepik);
  const { rows } = await sql<{
    sum: number;
    count: number;
  }>`select sum(balance_qepik) as sum, count(*) as count from partners`.execute(db);
  assert.deepEqual({ ...rows[0] }, { sum: balance_qepik, count: 1 });
  await assert.rejects(
    sql`select max(balance_qepik) + 2 as more from partners`.execute(db),
    RangeError,
  );
});

test('affected rows are counted, with and without returning, and never by a select', async (t) => {
  const { db } = await openFreshDatabase(t);
  for (let n = 0; n < 3; n++) await partners.insert(db, newPartner());

  const updated = await db.updateTable('partners').set({ phone: '1' }).executeTakeFirst();
  assert.equal(updated.numUpdatedRows, 3n);
  const none = await db
    .updateTable('partners')
    .set({ phone: '2' })
    .where('id', '=', 'nobody')
    .executeTakeFirst();
  assert.equal(none.numUpdatedRows, 0n);
  const returned = await sql`delete from partners where phone = '1' returning id`.execute(db);
  assert.equal(returned.numAffectedRows, 3n);
  assert.equal((await sql`select 1`.execute(db)).numAffectedRows, undefined);
});

test('an audit row is never changed or removed', async (t) => {
  const { db } = await openFreshDatabase(t);
  const row = { id: 'a', at: '2026-11-20T07:15:57.123Z', action: 'view', object: 'file' };
  await db
    .insertInto('audit')
    .values({ ...row, result: 'ok' })
    .execute();

  await assert.rejects(db.updateTable('audit').set({ action: 'x' }).execute(), /never changed/);
  await assert.rejects(db.deleteFrom('audit').execute(), /never changed/);
});

test('an audit row cannot be replaced; only its address may be removed', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  const row = { id: 'a', at: '2026-11-20T07:15:57.123Z', action: 'view', object: 'file' };
  const audited = { ...row, address: '192.0.2.1', result: 'ok' } as const;
  await db.insertInto('audit').values(audited).execute();
  const over = { ...audited, action: 'nothing', address: null, address_salt: null };
  const attempts =
    dialect === 'sqlite'
      ? [
          sql`insert or replace into audit (id, at, action, object, result)
            values ('a', 'x', 'nothing', 'x', 'ok')`,
          sql`insert or replace into audit (rowid, id, at, action, object, result)
            values (1, 'b', 'x', 'nothing', 'x', 'ok')`,
          sql`update or replace audit set id = 'b'`,
          sql`update audit set rowid = 7, address = null`,
        ]
      : [
          sql`insert into audit (id, at, action, object, result) values ('a', 'x', 'y', 'x', 'ok')
            on conflict (id) do update set action = 'nothing'`,
          sql`truncate audit`,
        ];
  for (const attempt of attempts) await assert.rejects(attempt.execute(db), /never changed/);
  await assert.rejects(db.updateTable('audit').set(over).execute(), /never changed/);
  await assert.rejects(
    db.updateTable('audit').set({ address: '192.0.2.2' }).execute(),
    /never changed/,
  );
  for (const column of ['role', 'person_id', 'object_id', 'result', 'detail'] as const)
    await assert.rejects(
      db
        .updateTable('audit')
        .set({ [column]: 'failed', address: null, address_salt: null })
        .execute(),
      /never changed/,
      column,
    );
  await db.updateTable('audit').set({ address: null, address_salt: null }).execute();
  const [left] = await db.selectFrom('audit').selectAll().execute();
  assert.deepEqual(
    { ...left },
    {
      ...audited,
      address: null,
      address_salt: null,
      role: null,
      person_id: null,
      object_id: null,
      detail: null,
    },
  );
});

test('a ledger row cannot be replaced', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  const partner = newPartner();
  await partners.insert(db, partner);
  const row = {
    partner_id: partner.id,
    at: '2026-11-20T07:15:57.123Z',
    reason: 'balance-set',
  } as const;
  const sums = { amount_qepik: 5, balance_qepik: 5, patients_amount: 0, patients_count: 0 };
  await db
    .insertInto('ledger')
    .values({ ...row, ...sums })
    .execute();
  const { seq } = await db.selectFrom('ledger').select('seq').executeTakeFirstOrThrow();
  const values = sql`(seq, partner_id, at, reason, amount_qepik, balance_qepik, patients_amount, patients_count)`;
  const attempt =
    dialect === 'sqlite'
      ? sql`insert or replace into ledger ${values} values (${seq}, ${partner.id}, 'x', 'opening', 9, 9, 0, 0)`
      : sql`insert into ledger ${values} overriding system value
          values (${seq}, ${partner.id}, 'x', 'opening', 9, 9, 0, 0)
          on conflict (seq) do update set amount_qepik = 9`;
  await assert.rejects(attempt.execute(db), /never changed/);
  const [left] = await db.selectFrom('ledger').select('amount_qepik').execute();
  assert.equal(left?.amount_qepik, 5);
});

test('a ledger row of a payment cannot be replaced by a row with another number', async (t) => {
  const { admin, db, url, signedInPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  await changePoints(admin, partner._id, 12.5);
  (await client.post('/api/partner/misc/demand-payment', {})).ok();
  const ofPayments = () =>
    db.selectFrom('ledger').selectAll().where('payment_id', 'is not', null).execute();
  const before = await ofPayments();
  assert.equal(before.length, 1);
  const rest = sql`partner_id, at, reason, payment_id, balance_qepik, patients_amount, patients_count`;
  const again = sql`into ledger (${rest}, amount_qepik)
    select ${rest}, 9 from ledger where payment_id is not null`;
  const attempt = url
    ? sql`insert ${again} on conflict (payment_id, reason) do update set amount_qepik = 9`
    : sql`insert or replace ${again}`;
  await assert.rejects(attempt.execute(db), /never changed/);
  assert.deepEqual(await ofPayments(), before);
});

test('a row with a dangling reference is rejected', async (t) => {
  const { db } = await openFreshDatabase(t);
  await assert.rejects(checkupFiles.insertFiles(db, [newFile('gone')]), /foreign key/i);
  await assert.rejects(checkups.insert(db, newCheckup('gone')), /foreign key/i);
});

test('a full disk is 507 and rolls the transaction back', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'sqlite') return t.skip('a server disk of our own would be needed');
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db);
  await assert.rejects(partners.insert(db, newPartner({ clinic_name: 'x'.repeat(100_000) })), {
    status: 507,
  });
  const claim = { admin_id: 'a', checkup_id: 'c', stored_id: 's', created_at: 'now' };
  const request_hash = 'x'.repeat(5_000);
  // Such a statement has no separate journal, so SQLite rolls the whole transaction back.
  const many = async (tx: Db) => {
    for (let n = 0; n < 50; n++)
      await claims.insertClaims(tx, [{ ...claim, file_id: `${n}`, request_hash }]);
  };
  await assert.rejects(db.transaction().execute(many), { status: 507 });
  const caught = db.transaction().execute(async (tx) => {
    await many(tx).catch(() => {});
    await claims.insertClaims(tx, [{ ...claim, file_id: 'alone', request_hash: '' }]);
  });
  await assert.rejects(caught, /transaction has failed/);
  assert.deepEqual(await claims.findClaims(db, 'a', ['0', 'alone']), []);
});

test('processes that write at once all succeed, also if they read first', async (t) => {
  const { db, location } = await openFreshDatabase(t);
  const rows = [newPartner(), newPartner()];
  for (const row of rows) await partners.insert(db, row);
  // Each counts its own row up until both have come to 50, so that they do overlap. Between two of its
  // transactions it lets the other in: SQLite's waiting is not a queue, and a hot loop can starve it.
  const program = (id: string) => `
    import { setTimeout as pause } from 'node:timers/promises';
    import { openDatabase } from ${JSON.stringify(import.meta.resolve('./database.ts'))};
    const { db, close } = await openDatabase(${JSON.stringify(location)});
    for (let count = 0; count < 50; ) count = await db.transaction().execute(async (tx) => {
      const counts = await tx.selectFrom('partners').select('sended_patients_count as n').execute();
      await tx.updateTable('partners').where('id', '=', '${id}')
        .set((is) => ({ sended_patients_count: is('sended_patients_count', '+', 1) })).execute();
      return Math.min(...counts.map((row) => row.n));
    }).finally(() => pause(1));
    await close();`;

  await Promise.all(rows.map((row) => running(program(row.id))));

  for (const { id } of rows)
    assert(Number((await partners.find(db, id))?.sended_patients_count) >= 50);
});

test('processes that start at once migrate once', async (t) => {
  const location = await freshDatabase();
  t.after(() => location.drop());
  if (location.url) await emptied(location.url);
  const program = `
    import { openDatabase } from ${JSON.stringify(import.meta.resolve('./database.ts'))};
    const database = await openDatabase(${JSON.stringify(location)});
    await database.close();`;

  await Promise.all([running(program), running(program), running(program)]);

  const { db, close } = await openDatabase(location);
  t.after(() => close());
  const { rows } = await sql`select name from migrations`.execute(db);
  assert.notEqual(rows.length, 0);
});

test('a failed migration is rolled back, and a newer schema is not touched', async (t) => {
  const { db, location } = await openFreshDatabase(t);
  const failing = db.transaction().execute(async (tx) => {
    await sql`create table half (id text)`.execute(tx);
    throw new Error('halfway');
  });
  await assert.rejects(failing, /halfway/);
  await assert.rejects(sql`select * from half`.execute(db), /half/);

  await sql`insert into migrations (name, applied_at) values ('9999-later', 'now')`.execute(db);
  await sql`drop table compatibility`.execute(db);
  await assert.rejects(openDatabase(location), /newer version of this program \(9999-later\)/);
});

test('a database of a newer program is used where that program allows it', async (t) => {
  const { db, location } = await openFreshDatabase(t);
  await sql`insert into migrations (name, applied_at) values ('9998-later', 'now')`.execute(db);
  const beside = await openDatabase(location);
  await beside.close();
  const { rows } = await sql`select name from migrations where name = '9998-later'`.execute(db);
  assert.equal(rows.length, 1);
  await sql`update compatibility set oldest = '9998-later'`.execute(db);
  await assert.rejects(openDatabase(location), /newer version of this program \(9998-later\)/);
});

test('SQLite syncs every commit, checks references and waits five seconds', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'sqlite') return t.skip('SQLite only');
  const value = async (pragma: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(db);
    return Object.values(rows[0] ?? {})[0];
  };
  assert.equal(await value('synchronous'), 2);
  assert.equal(await value('foreign_keys'), 1);
  assert.equal(await value('busy_timeout'), 5_000);
  assert.equal(await value('journal_mode'), 'wal');
});

test('an invalid or unreachable URL is reported in one line without the password', async () => {
  const open = (url: string) => openDatabase({ url, dataDir: '/nonexistent' });
  const isOpenError = (words: RegExp) => (error: unknown) => {
    assert(error instanceof DatabaseOpenError);
    assert.match(error.message, words);
    assert.doesNotMatch(error.message, /secret|\n/);
    return true;
  };
  await assert.rejects(
    open('mysql://root:secret@localhost/x'),
    isOpenError(/^DATABASE_URL must be postgres/),
  );
  await assert.rejects(open('postgres'), isOpenError(/^DATABASE_URL must be postgres/));
  await assert.rejects(
    open('postgres://deqiq:secret@127.0.0.1:41099/deqiq'),
    isOpenError(/^cannot open the database 127\.0\.0\.1:41099\/deqiq: .*ECONNREFUSED/),
  );
});

/** A program that is ended after a minute: one that waits for another that failed would wait for ever. */
const running = (program: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });

async function emptied(url: string): Promise<void> {
  const { db, close } = await openDatabase({ url, dataDir: '/nonexistent' });
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await close();
}

test('a remote database is opened with TLS unless it is explicitly disabled', async () => {
  const dataDir = '/nowhere';
  const refused = [
    'postgres://u:secret@db.example/n',
    'postgres://u:secret@10.0.0.7/n?sslmode=allow',
  ];
  for (const url of [...refused, 'postgres:///n?host=db.example'])
    await assert.rejects(openDatabase({ url, dataDir }), (error: Error) => {
      assert.ok(error instanceof DatabaseOpenError);
      assert.match(error.message, /without TLS: add \?sslmode=verify-full/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  // These fail later, because no server listens there.
  const allowed = [
    'postgres://u:secret@127.0.0.1:1/n',
    'postgres://u:secret@localhost:1/n',
    'postgres://u:secret@[::1]:1/n',
    'postgres:///n?host=/nowhere',
    'postgres://u:secret@%2Fnowhere/n',
    'postgres://u:secret@deqiq.invalid:1/n?sslmode=disable',
    'postgres://u:secret@deqiq.invalid:1/n?sslmode=verify-full',
  ];
  for (const url of allowed)
    await assert.rejects(openDatabase({ url, dataDir }), /^Error: cannot open the database/);
});
