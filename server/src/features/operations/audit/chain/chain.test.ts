import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { sql } from 'kysely';
import { checkAudit, type NotedHead } from '../../../../commands/verify/audit.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import * as audit from '../audit.repo.ts';
import { auditService } from '../audit.service.ts';
import * as chain from './chain.repo.ts';
import { adoptRows, auditChain, sealAudit } from './chain.service.ts';
import { formatHead, GENESIS, hashSeal, parseHead, sealRows } from './chain.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 9, minute)).toISOString();

const row = (id: string, minute = 0): audit.NewAuditRow => ({
  id,
  at: at(minute),
  role: 'admin',
  person_id: 'ada',
  action: 'view',
  object: 'file',
  object_id: id,
  address: '192.0.2.1',
  address_salt: `salt of ${id}`,
  result: 'ok',
});

const now = () => Date.UTC(2026, 10, 23, 9, 30);

const problemsOf = async (db: Db, heads: readonly NotedHead[] = []) =>
  (await checkAudit(db, { now, heads })).problems;

const sealsOf = (db: Db) =>
  db.selectFrom('audit_seals').select(['seq', 'row_id']).orderBy('seq').execute();

test('the audit is sealed in order', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);

  await t.test('a row that is committed late is sealed after newer ones', async () => {
    await audit.insert(db, [row('b'), row('c')]);
    await sealAudit({ db, now });
    await audit.insert(db, [row('a')]);
    await sealAudit({ db, now });
    const order = (await sealsOf(db)).map(({ row_id }) => row_id);
    assert.deepEqual(order, ['b', 'c', 'a']);
    assert.deepEqual(await problemsOf(db), []);
  });

  await t.test('by several processes at once, each row once', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `n${String(index).padStart(3, '0')}`);
    await audit.insert(
      db,
      ids.map((id) => row(id)),
    );
    await Promise.all([1, 2, 3, 4].map(() => sealAudit({ db, now })));
    const seals = await sealsOf(db);
    assert.equal(seals.length, 453);
    assert.deepEqual(
      seals.map(({ seq }) => seq),
      seals.map((_, index) => index + 1),
    );
    assert.deepEqual(await problemsOf(db), []);
  });

  await t.test('without an open transaction: neither waits for the other', async () => {
    const written = Promise.withResolvers<void>();
    const sealed = Promise.withResolvers<void>();
    const writing = db.transaction().execute(async (tx) => {
      await audit.insert(tx, [row('open')]);
      written.resolve();
      await sealed.promise;
    });
    await written.promise;
    // SQLite has one writer at a time.
    if (dialect === 'postgres') {
      await audit.insert(db, [row('other')]);
      await sealAudit({ db, now });
      assert.equal((await sealsOf(db)).at(-1)?.row_id, 'other');
    }
    sealed.resolve();
    await writing;
    await sealAudit({ db, now });
    assert.equal((await sealsOf(db)).at(-1)?.row_id, 'open');
    assert.deepEqual(await problemsOf(db), []);
  });

  await t.test('the head is printed and read again', async () => {
    const head = (await chain.findHead(db)) ?? GENESIS;
    assert.deepEqual(parseHead(formatHead(head)), head);
    for (const text of ['', '12', '12:', 'x:y', `-1:${head.hash}`, `1:${head.hash} `])
      assert.equal(parseHead(text), undefined, text);
    assert.match(
      (await checkAudit(db, { now, heads: [] })).summary,
      /^45[45] rows sealed, 0 rows wa/,
    );
  });
});

test('every row of a running server is sealed soon', async (t) => {
  const { db } = await openFreshDatabase(t);
  const sealed = Promise.withResolvers<void>();
  const warn = (about: object) => assert.fail(JSON.stringify(about));
  const log = { warn, info: () => sealed.resolve() };
  const sealer = auditChain({ db, now, log });
  const service = auditService({ db, now, onWritten: sealer.schedule });
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  sealer.start();
  const written = service.recordEvent({ action: 'view', object: 'file', result: 'ok' });
  t.mock.timers.tick(20);
  await written;
  t.mock.timers.tick(2_000);
  await sealed.promise;
  assert.equal((await sealsOf(db)).length, 1);
  await service.record(db, null, 'erase', 'partner', 'x');
  await sealer.stop();
  assert.equal((await sealsOf(db)).length, 2);
});

test('rows of a server of the version before are sealed for a day after an upgrade', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  const { rows } = await sql<{ at: string }>`select applied_at as at from migrations
    where name = '0021-audit-chain'`.execute(db);
  const [upgraded] = rows;
  const hours = (count: number) =>
    new Date(Date.parse(upgraded?.at ?? '') + count * 3_600_000).toISOString();
  for (const [id, time] of [
    ['during', hours(23)],
    ['later', hours(25)],
  ] as const)
    await db
      .insertInto('audit')
      .values({ ...row(id), at: time })
      .execute();
  const later = () => Date.parse(hours(24.5));
  await adoptRows({ db, now: later });
  await sealAudit({ db, now: later });
  const foreign = (await checkAudit(db, { now: later, heads: [] })).problems.join('\n');
  assert.equal(/row during/.test(foreign), dialect === 'sqlite');
  assert.match(foreign, /row later was not written by this program/);
});

/** The tables with triggers, which the owner of the database can remove. */
const triggers = ['audit', 'audit_seals', 'audit_unsealed'];

class RollbackError extends Error {}

test('verify finds what the owner of the database did to the audit', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  await audit.insert(
    db,
    ids.map((id, minute) => row(id, minute)),
  );
  await sealAudit({ db, now });
  const head = { ...((await chain.findHead(db)) ?? GENESIS), source: 'a note' };
  assert.deepEqual(await problemsOf(db, [head]), []);

  /** The findings of verify after these statements, which are rolled back. */
  async function findingsAfter(statements: readonly string[], heads: readonly NotedHead[] = []) {
    let found: readonly string[] = [];
    const attempt = db.transaction().execute(async (tx) => {
      await removeTriggers(tx);
      for (const statement of statements) await sql.raw(statement).execute(tx);
      found = await problemsOf(tx, heads);
      throw new RollbackError();
    });
    await assert.rejects(attempt, RollbackError);
    return found.join('\n');
  }

  async function removeTriggers(tx: Db): Promise<void> {
    if (dialect === 'postgres')
      for (const table of triggers)
        await sql.raw(`alter table ${table} disable trigger user`).execute(tx);
    else {
      const { rows } = await sql<{ name: string }>`select name from sqlite_schema
        where type = 'trigger' and tbl_name in (${sql.join(triggers)})`.execute(tx);
      for (const { name } of rows) await sql`drop trigger ${sql.table(name)}`.execute(tx);
    }
  }

  const swap = (first: string, second: string) => [
    `update audit_seals set row_id = 'x' where row_id = '${first}'`,
    `update audit_seals set row_id = '${first}' where row_id = '${second}'`,
    `update audit_seals set row_id = '${second}' where row_id = 'x'`,
  ];
  const unseal = (id: string) => [
    `delete from audit where id = '${id}'`,
    `delete from audit_seals where row_id = '${id}'`,
  ];
  const columns = ['at', 'role', 'person_id', 'action', 'object', 'object_id', 'detail'];
  const insert = `insert into audit (id, at, action, object, result) values ('x', '${at(2)}', 'view', 'file', 'ok')`;
  const cases: (readonly [name: string, statements: readonly string[], found: RegExp])[] = [
    ...columns.map(
      (column) =>
        [
          `a changed ${column}`,
          [`update audit set ${column} = 'admin!' where id = 'c'`],
          /^the chain of the audit breaks at number 3: row c, [^\n]*$/,
        ] as const,
    ),
    ['a changed result', [`update audit set result = 'failed' where id = 'c'`], /number 3: row c/],
    ['a removed row', [`delete from audit where id = 'c'`], /^audit row c, number 3, was removed$/],
    ['a row removed with its seal', unseal('c'), /^number 3 is missing from the chain/],
    [
      'several rows removed with their seals',
      [...unseal('c'), ...unseal('d')],
      /^numbers 3 to 4 are missing from the chain/,
    ],
    [
      'a removed row whose number was given to the next ones',
      [
        ...unseal('c'),
        'update audit_seals set seq = seq + 100 where seq > 3',
        'update audit_seals set seq = seq - 101 where seq > 100',
      ],
      /breaks at number 3: row d/,
    ],
    ['an inserted row', [insert], /^audit row x was not written by this program/],
    [
      'an inserted row with a seal',
      [
        insert,
        `insert into audit_seals (seq, row_id, hash, sealed_at) values (7, 'x', 'y', '${at(9)}')`,
      ],
      /^the chain of the audit breaks at number 7: row x/,
    ],
    [
      'rows that changed their order',
      swap('b', 'c'),
      /number 2: row c[^\n]*\n[^\n]*number 3: row b/,
    ],
    [
      'a changed address',
      [`update audit set address = '192.0.2.9' where id = 'c'`],
      /^the address of audit row c, number 3, was changed$/,
    ],
    [
      'an address removed without its salt',
      [`update audit set address = null where id = 'c'`],
      /^the address of audit row c, number 3, was changed$/,
    ],
    [
      'a row removed before it was sealed',
      [`insert into audit_unsealed (row_id) values ('gone')`],
      /^audit row gone was removed before it was sealed$/,
    ],
    [
      'a row that no server seals',
      [insert, `insert into audit_unsealed (row_id) values ('x')`, ...unseal('f')],
      /^1 audit row without a seal since 2026-11-23T09:02:00.000Z: start the server/,
    ],
  ];
  for (const [name, statements, found] of cases)
    await t.test(name, async () => {
      // The last seal is old: a backlog that is being worked off is no problem.
      const isOld = /no server/.test(name);
      const older = isOld ? [`update audit_seals set sealed_at = '${at(0)}'`] : [];
      const text = await findingsAfter([...statements, ...older]);
      assert.match(isOld ? (text.split('\n').at(-1) ?? '') : text, found);
    });

  await t.test('the last rows removed with their seals, by a head that was noted', async () => {
    const cut = [...unseal('e'), ...unseal('f')];
    assert.equal(await findingsAfter(cut), '');
    assert.match(
      await findingsAfter(cut, [head]),
      /^the chain of the audit ends at number 4, before number 6 of a note: rows were removed/,
    );
  });

  await t.test('a changed row with a new hash, by the next row', async () => {
    const attempt = db.transaction().execute(async (tx) => {
      await removeTriggers(tx);
      await sql`update audit set action = 'nothing' where id = 'c'`.execute(tx);
      const [before, seal] = await chain.readChain(tx, 1, 2);
      if (!before || !seal || seal.id === null) throw new Error('a seal is missing');
      const hash = hashSeal(before.hash, seal, seal);
      await tx.updateTable('audit_seals').set({ hash }).where('seq', '=', 3).execute();
      assert.match(
        (await problemsOf(tx)).join('\n'),
        /^the chain [^\n]* at number 4: row d, [^\n]*$/,
      );
      throw new RollbackError();
    });
    await assert.rejects(attempt, RollbackError);
  });

  await t.test('a chain that was written anew, by a head that was noted', async () => {
    const attempt = db.transaction().execute(async (tx) => {
      await removeTriggers(tx);
      await sql`update audit set action = 'nothing' where id = 'b'`.execute(tx);
      const rows = await tx.selectFrom('audit').selectAll().orderBy('id').execute();
      await sql`delete from audit_seals`.execute(tx);
      await tx
        .insertInto('audit_seals')
        .values(sealRows(GENESIS, rows, at(29)))
        .execute();
      assert.deepEqual(await problemsOf(tx), []);
      assert.match(
        (await problemsOf(tx, [head])).join(),
        /^number 6 of the audit has another hash/,
      );
      throw new RollbackError();
    });
    await assert.rejects(attempt, RollbackError);
  });

  await t.test('not an address that was erased', async () => {
    const erase = `update audit set address = null, address_salt = null where id in ('b', 'c')`;
    assert.equal(await findingsAfter([erase], [head]), '');
  });
});
