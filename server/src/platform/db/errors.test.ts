import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newPartner } from '@deqiq/testkit/databases/rows.ts';
import { sql } from 'kysely';
import * as partners from '../../features/people/partners/partners.repo.ts';
import { isUnavailable } from '../errors.ts';
import { isUniqueViolation, translateDriverError } from './errors.ts';

test('an unavailable database is 503, and works again when it is back', async (t) => {
  const { db, location, dialect, ping } = await openFreshDatabase(t);
  const partner = newPartner();
  if (dialect === 'sqlite') {
    await sql`pragma busy_timeout = 0`.execute(db);
    const other = new DatabaseSync(path.join(location.dataDir, 'deqiq.sqlite'));
    t.after(() => other.close());
    other.exec('begin immediate');
    await assert.rejects(partners.insert(db, partner), { statusCode: 503 });
    await assert.rejects(
      db.transaction().execute((tx) => partners.insert(tx, partner)),
      { statusCode: 503 },
    );
    other.exec('rollback');
  } else {
    await assert.rejects(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db), {
      statusCode: 503,
    });
    // The pool learns of the broken connection a moment later.
    const deadline = Date.now() + 10_000;
    while (await ping().catch(() => true)) {
      assert(Date.now() < deadline, 'it never answered');
      await turn();
    }
  }
  await partners.insert(db, partner);
  assert.equal((await partners.find(db, partner.id))?.id, partner.id);
});

test('a database whose machine, network or name server is away is 503', () => {
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND', '57P03']) {
    const error = Object.assign(new Error('away'), { code });
    assert.equal(isUnavailable(translateDriverError(error)), true, code);
  }
  const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  assert.equal(isUnavailable(translateDriverError(wrong)), false);
});

test('a text that the database cannot store is a 400', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect === 'sqlite') return t.skip('SQLite holds every text');
  await assert.rejects(partners.insert(db, newPartner({ phone: 'a\0b' })), { statusCode: 400 });
});

test('a unique violation is recognised by its columns', async (t) => {
  const { db } = await openFreshDatabase(t);
  const partner = newPartner();
  await partners.insert(db, partner);
  const thrown = await partners.insert(db, { ...newPartner(), id: partner.id }).catch((e) => e);
  assert.equal(isUniqueViolation(thrown, 'partners', 'id'), true);
  assert.equal(isUniqueViolation(thrown, 'partners', 'email_key'), false);
  assert.equal(isUniqueViolation(thrown, 'checkups', 'id'), false);
  assert.equal(isUniqueViolation(new Error('x'), 'partners', 'id'), false);
  assert.equal(isUniqueViolation('x', 'partners', 'id'), false);
});
