import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { sql } from 'kysely';
import { openDatabase } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sessionsService } from './sessions.service.ts';

const ROUNDS = 20;

/** Two processes on one database, and a member of staff. */
async function twoProcesses(t: TestContext) {
  const one = await openFreshDatabase(t);
  const two = await openDatabase(one.location);
  t.after(() => two.close());
  const admin = { id: newId(), password_hash: 'hash' };
  await one.db
    .insertInto('admins')
    .values({
      ...admin,
      username: 'ayten',
      username_key: 'ayten',
      created_at: new Date().toISOString(),
    })
    .execute();
  const [here, there] = [one, two].map(({ db, versions }) =>
    sessionsService({ db, versions, now: Date.now }),
  );
  assert(here && there);
  const open = async () => {
    const session = await here.open('admin', admin, false);
    assert(session);
    return session;
  };
  return { here, there, open, adminId: admin.id, db: one.db, dialect: one.dialect };
}

test('a session that was ended in one process is over in every other, at once', async (t) => {
  const { here, there, open, adminId, db, dialect } = await twoProcesses(t);
  if (dialect !== 'postgres') return t.skip('one process owns a SQLite database');
  for (let round = 0; round < ROUNDS; round += 1) {
    const { sessionId } = await open();
    assert.equal((await there.findLive(sessionId))?.personId, adminId);
    // A busy process has just caught up and trusts its cache.
    assert(await there.findLive(sessionId));
    if (round % 2 === 0) await here.end(sessionId);
    else await db.transaction().execute((tx) => here.endOfPerson(tx, 'admin', adminId));
    assert.equal(there.remembered(sessionId), undefined, `round ${round}`);
    assert.equal(await there.findLive(sessionId), undefined, `round ${round}`);
  }
});

test('a cached session is not read again', async (t) => {
  const { there, open, adminId } = await twoProcesses(t);
  const { sessionId } = await open();
  const deadline = Date.now() + 10_000;
  for (;;) {
    await there.findLive(sessionId);
    await there.findLive(sessionId);
    if (there.remembered(sessionId)?.personId === adminId) break;
    assert(Date.now() < deadline, 'it is never known');
  }
});

test('while writes of other processes are unknown, every session is read', async (t) => {
  const { here, there, open, adminId, db, dialect } = await twoProcesses(t);
  if (dialect !== 'postgres') return t.skip('one process owns a SQLite database');
  const { sessionId } = await open();
  assert(await there.findLive(sessionId));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'deqiq listener' and datname = current_database()`.execute(db);
  assert.equal((await there.findLive(sessionId))?.personId, adminId);
  await here.end(sessionId);
  assert.equal(await there.findLive(sessionId), undefined);
});
