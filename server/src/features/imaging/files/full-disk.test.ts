import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShareList } from '@deqiq/contract/examinations/shares.ts';
import { createShare, openPage, openShare, toPath } from '@deqiq/testkit/http/shares.ts';
import { newWorld, someDicom, type World } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/tables.ts';
import type { AppError } from '../../../platform/errors.ts';
import { auditService } from '../../operations/audit/audit.service.ts';

/** Gives SQLite no further page, and no free space in existing ones. */
async function fill(db: Db): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db);
  const audit = auditService({ db, now: Date.now });
  for (const detail of ['x'.repeat(300), '']) {
    const entry = { action: 'fill', object: 'disk', detail, result: 'ok' } as const;
    for (let isFull = false; !isFull; )
      isFull = await audit.recordEvent(entry).then(
        () => false,
        (error: AppError) => error.status === 507,
      );
  }
}

const views = ({ db }: Pick<World, 'db'>) =>
  db.selectFrom('audit').select('object_id').where('action', '=', 'download').execute();

test('with a full disk an X-ray is shown, and its audit row is written once there is space', async (t) => {
  const world = await newWorld(t);
  if (world.url) return t.skip('a server disk of our own would be needed');
  const bytes = someDicom();
  const { xrayFileLinks } = await world.addCheckup({ bytes });
  await fill(world.db);
  const { response } = await world.visitor.get(xrayFileLinks[0]?.url ?? '');
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual(response.rawPayload, bytes);
  assert.equal((await views(world)).length, 0);
  await sql.raw('pragma max_page_count = 4294967294').execute(world.db);
  while ((await views(world)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await views(world)).length, 1);
});

test('with a full disk the visitor of a share downloads, too; the list has not counted it', async (t) => {
  const world = await newWorld(t);
  const { db, visitor, admin } = world;
  if (world.url) return t.skip('a server disk of our own would be needed');
  const bytes = someDicom();
  const { _id } = await world.addCheckup({ bytes });
  const share = await createShare(admin, 'admin', _id);
  const cookie = await openShare(visitor, share);
  const { links } = await openPage(visitor, toPath(share), cookie);
  // A change in place needs space in the log of the database, which has no limit here.
  await sql`create table log (bytes blob)`.execute(db);
  await sql`create trigger log_shares after update on shares
    begin insert into log values (zeroblob(10000)); end`.execute(db);
  await fill(db);
  for (const url of [...links, `${toPath(share)}/zip`])
    assert.equal((await visitor.get(url, { cookie })).status, 200, url);
  await sql.raw('pragma max_page_count = 4294967294').execute(db);
  const { shares } = (await admin.get('/api/admin/shares')).ok<ShareList>();
  assert.equal(shares[0]?.downloads, 0);
});

test('a view waits for room in memory, and is written at the latest when the process ends', async (t) => {
  const { db, url } = await newWorld(t);
  if (url) return t.skip('a server disk of our own would be needed');
  const warnings: object[] = [];
  const log = { warn: (about: object) => void warnings.push(about) };
  const audit = auditService({ db, log, now: Date.now });
  await fill(db);
  const entry = { action: 'download', object: 'file', objectId: 'f', result: 'ok' } as const;
  await assert.rejects(audit.recordEvent(entry), { status: 507 });
  await audit.recordView(entry);
  assert.equal(warnings.length, 1);
  await sql.raw('pragma max_page_count = 4294967294').execute(db);
  await audit.flush();
  assert.deepEqual(await views({ db }), [{ object_id: 'f' }]);
});
