import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { Client } from 'pg';
import { auditService } from '../../features/operations/audit/audit.service.ts';
import { sealAudit } from '../../features/operations/audit/chain/chain.service.ts';
import { openDatabase, SQLITE_FILE } from './database.ts';

const actor = { role: 'partner', personId: 'p', address: '192.0.2.1' } as const;
const entry = { actor, action: 'view', object: 'file', result: 'ok' } as const;

/** A database with a sealed and a waiting audit row, and a raw connection to it as the user of DATABASE_URL. */
async function auditedDatabase(t: TestContext) {
  const { db, location } = await openFreshDatabase(t);
  const audit = auditService({ db, now: Date.now });
  await audit.recordEvent(entry);
  await sealAudit({ db, now: Date.now });
  await audit.recordEvent(entry);
  const { url, dataDir } = location;
  return { db, url, execute: url ? await postgresClient(t, url) : sqliteFile(t, dataDir) };
}

async function postgresClient(t: TestContext, url: string) {
  const client = new Client({ connectionString: url });
  // The end of the test drops the database with its connections.
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  return async (statement: string) => void (await client.query(statement));
}

function sqliteFile(t: TestContext, dataDir: string) {
  const file = new DatabaseSync(join(dataDir, SQLITE_FILE));
  t.after(() => file.close());
  return async (statement: string) => file.exec(statement);
}

const BOTH = [
  `update audit set action = 'nothing'`,
  `update audit set at = '2026-01-01T00:00:00.000Z', address = null, address_salt = null`,
  `update audit set address = '192.0.2.2'`,
  `update audit set address = null`,
  `update audit set address_salt = null`,
  `update audit set id = 'x'`,
  'delete from audit',
  `delete from audit where action = 'view'`,
  `update audit_seals set hash = 'x'`,
  `update audit_seals set seq = seq + 1`,
  `update audit_seals set address_hash = null`,
  'delete from audit_seals',
  `update audit_unsealed set row_id = 'x'`,
  'delete from audit_unsealed',
];

const SQLITE = [
  `insert or replace into audit select * from audit`,
  `replace into audit_seals select seq, row_id, 'x', address_hash, sealed_at from audit_seals`,
  `update or replace audit_seals set hash = 'x'`,
  `insert into audit_seals select 1, 'y', hash, null, sealed_at from audit_seals where true
    on conflict do update set hash = 'x'`,
];

const POSTGRES = [
  'truncate audit',
  'truncate audit, audit_seals, audit_unsealed cascade',
  'truncate audit_seals',
  'truncate audit_unsealed',
  `insert into audit_seals select seq, row_id, 'x', address_hash, sealed_at from audit_seals
    on conflict (seq) do update set hash = excluded.hash`,
  `insert into audit select * from audit on conflict (id) do update set action = 'nothing'`,
  `with gone as (delete from audit returning 1) select * from gone`,
  `merge into audit using audit_seals on id = row_id when matched then delete`,
];

const OF_OWNER = [
  'drop trigger audit_no_update on audit',
  'alter table audit disable trigger all',
  'alter table audit_seals disable trigger user',
  'drop table audit_seals',
  'set session_replication_role = replica',
  `create or replace function refuse_change() returns trigger language plpgsql as
    $$ begin return null; end $$`,
];

test('the audit is append-only for the user of the program', async (t) => {
  const { db, url, execute } = await auditedDatabase(t);
  const rows = async () => [
    await db.selectFrom('audit').selectAll().orderBy('id').execute(),
    await db.selectFrom('audit_seals').selectAll().execute(),
    await db.selectFrom('audit_unsealed').selectAll().execute(),
  ];
  const before = await rows();
  for (const statement of [...BOTH, ...(url ? POSTGRES : SQLITE)])
    await assert.rejects(execute(statement), /never changed|with its seal/, statement);
  assert.deepEqual(await rows(), before);

  await t.test('except that an address and its salt are erased together', async () => {
    await execute(`update audit set address = null, address_salt = null where person_id = 'p'`);
    const left = await db.selectFrom('audit').select(['address', 'address_salt']).execute();
    assert.deepEqual(
      left.map((row) => ({ ...row })),
      [0, 1].map(() => ({ address: null, address_salt: null })),
    );
  });
});

/** The statements of the operating guide for a database user that owns no table. */
async function grantsOfGuide(): Promise<string> {
  const guide = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, statements] = /```sql\n(-- The audit[^`]*)```/.exec(guide) ?? [];
  return statements ?? assert.fail('the guide has no grants');
}

test('a user without the tables runs the server and cannot touch the audit', async (t) => {
  if (process.env.TEST_DATABASE !== 'postgres') return t.skip('SQLite has no users');
  const { url = '', execute } = await auditedDatabase(t);
  const own = new URL(url);
  own.username = `app_${own.pathname.slice(-12)}`;
  own.password = 'secret';
  const grants = (await grantsOfGuide()).replaceAll('deqiq_app', own.username);
  await execute(grants.replace(/'[^']*'/, `'secret'`));

  await t.test('a start migrates nothing, and rows are written and sealed', async (t) => {
    const { db, close } = await openDatabase({ url: own.href, dataDir: await newFolder(t) });
    const audit = auditService({ db, now: Date.now });
    await audit.recordEvent(entry);
    await sealAudit({ db, now: Date.now });
    assert.deepEqual(await db.selectFrom('audit_unsealed').selectAll().execute(), []);
    await audit.recordEvent(entry);
    await close();
  });

  await t.test('its changes of rows, triggers and functions are refused', async (t) => {
    const asUser = await postgresClient(t, own.href);
    for (const statement of [...BOTH, ...POSTGRES, ...OF_OWNER])
      await assert.rejects(
        asUser(statement),
        /permission denied|must be owner|never changed|with its seal/,
        statement,
      );
  });

  await execute(`drop owned by ${own.username}`);
  await execute(`drop role ${own.username}`);
});
