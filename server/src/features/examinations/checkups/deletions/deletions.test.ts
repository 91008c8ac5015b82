import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Checkup,
  CheckupList,
  OwnCheckupList,
} from '@deqiq/contract/examinations/checkups.ts';
import {
  type DeletionList,
  MAX_DELETIONS_PER_HOUR,
} from '@deqiq/contract/examinations/deletions.ts';
import * as deletionMessages from '@deqiq/messages/examinations/deletions.js';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, someDicom, type World } from '@deqiq/testkit/world.ts';
import { openDatabase } from '../../../../platform/db/database.ts';
import { HOUR } from '../../../../platform/time.ts';
import * as repo from './deletions.repo.ts';

const URL = '/api/admin/checkups';
const DELETED = `${URL}/deleted`;
const DAY = 24 * HOUR;

/** Milliseconds for the work of an hour: each tick starts that of every part of the server, on one pool of connections. */
const TIME_FOR_AN_HOUR = 200;

const deletionsIn = async ({ admin }: World, query = '') =>
  (await admin.get(`${DELETED}${query}`)).ok<DeletionList>().deletions;

async function restoreNewest(world: World) {
  const [newest] = await deletionsIn(world);
  return world.admin.post(`${DELETED}/${newest?._id}/restore`, {});
}

const storedFiles = ({ dataDir }: World) => readdir(join(dataDir, 'objects/files'));

async function addFile({ admin }: World, { _id: checkupId }: Checkup, fileName: string) {
  const fileId = await admin.upload(someDicom(), fileName);
  const body = { checkupId, firstName: 'Nigar', lastName: 'Hüseynova' };
  const files = [{ fileId, fileName }];
  const answer = await admin.post(`${URL}/merge-chunks`, { ...body, files });
  return answer.ok<{ checkup: Checkup }>().checkup;
}

const deleteFile = (world: World, { _id }: Checkup, name: string) =>
  world.admin.delete(`${URL}/${_id}/files/${encodeURIComponent(name)}`);

/** A clinic whose clock can be moved. */
async function worldWithClock(t: TestContext, options = {}) {
  const clock = { at: Date.now() };
  return { clock, world: await newWorld(t, { now: () => clock.at, ...options }) };
}

test('a restored checkup has its files, links and position', async (t) => {
  const world = await newWorld(t);
  const { partner, client } = await world.signedInPartner();
  const owner = { partner: partner._id };
  const before = await world.addCheckup({ ...owner, fileName: 'scan.dcm' });
  await addFile(world, before, 'scan.dcm');
  await world.addCheckup({ ...owner, lastName: 'Quliyeva' });
  const listed = async () =>
    (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>().checkups;
  const shown = await listed();
  (await world.admin.delete(`${URL}/${before._id}`)).ok();
  assert.equal((await listed()).length, 1);
  (await world.visitor.get(before.xrayFileLinks[0]?.url ?? '')).refused(404);
  assert.equal((await storedFiles(world)).length, 3);

  const [deletion] = await deletionsIn(world);
  assert.equal(deletion?.kind, 'checkup');
  assert.equal(deletion?.deletedBy, 'admin');
  assert.equal(Date.parse(deletion.removedAt) - Date.parse(deletion.deletedAt), 30 * DAY);
  assert.deepEqual(
    deletion.files.map(({ name }) => name),
    ['scan.dcm', 'scan (2).dcm'],
  );
  (await restoreNewest(world)).ok();
  assert.deepEqual(await listed(), shown);
  assert.equal((await world.visitor.get(before.xrayFileLinks[0]?.url ?? '')).status, 200);
  assert.deepEqual(await deletionsIn(world), []);
});

test('a restored file gets a free name when its own is in use', async (t) => {
  const world = await newWorld(t);
  const checkup = await world.addCheckup({ fileName: 'scan.dcm' });
  (await deleteFile(world, checkup, 'scan.dcm')).ok();
  await addFile(world, checkup, 'scan.dcm');
  (await restoreNewest(world)).ok();
  const { checkups } = (await world.admin.get(URL)).ok<CheckupList>();
  assert.deepEqual(checkups[0]?.xrayFiles.toSorted(), ['scan (2).dcm', 'scan.dcm']);
  assert.equal((await storedFiles(world)).length, 2);
});

test('a file of a deleted checkup is restored after its checkup, not before', async (t) => {
  const world = await newWorld(t);
  const checkup = await world.addCheckup({ fileName: 'a.dcm' });
  await addFile(world, checkup, 'b.dcm');
  (await deleteFile(world, checkup, 'a.dcm')).ok();
  (await world.admin.delete(`${URL}/${checkup._id}`)).ok();
  const [whole, file] = await deletionsIn(world);
  assert.deepEqual([whole?.files.length, file?.kind], [1, 'file']);
  const restore = (id = '') => world.admin.post(`${DELETED}/${id}/restore`, {});
  (await restore(file?._id)).refused(409);
  (await restore(whole?._id)).ok();
  (await restore(file?._id)).ok();
  const { checkups } = (await world.admin.get(URL)).ok<CheckupList>();
  assert.deepEqual(checkups[0]?.xrayFiles, ['a.dcm', 'b.dcm']);
});

test('only staff see a restored checkup of a deleted partner', async (t) => {
  const world = await newWorld(t);
  const { partner, client } = await world.signedInPartner();
  const checkup = await world.addCheckup({ partner: partner._id });
  (await world.admin.delete(`${URL}/${checkup._id}`)).ok();
  (await world.admin.delete(`/api/admin/partners/${partner._id}`)).ok();
  assert.equal((await deletionsIn(world))[0]?.partner.deleted, true);
  (await restoreNewest(world)).ok();
  assert.equal((await world.admin.get(URL)).ok<CheckupList>().checkups.length, 1);
  (await client.get('/api/partner/misc/checkups')).refused(401);
});

test('the newest checkup can be restored although its number is in use', async (t) => {
  const world = await newWorld(t);
  const deleted = await world.addCheckup();
  (await world.admin.delete(`${URL}/${deleted._id}`)).ok();
  await world.addCheckup();
  (await restoreNewest(world)).ok();
  assert.equal((await world.admin.get(URL)).ok<CheckupList>().checkups.length, 2);
});

test('the hourly sweep removes rows and bytes after 30 days, not before', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { world, clock } = await worldWithClock(t);
  const { _id } = await world.addCheckup();
  const photo = await picture({ name: 'diş.png' });
  const questions = `/api/admin/checkups/${_id}/questions`;
  (await world.admin.form('POST', questions, { text: 'Bu nədir?', photo })).ok();
  (await world.admin.delete(`${URL}/${_id}`)).ok();
  const rows = () => world.db.selectFrom('deleted_files').select('id').execute();
  const sweptAt = async () => {
    const { done_at } = await world.db
      .selectFrom('schedules')
      .select('done_at')
      .where('name', '=', 'deletions')
      .executeTakeFirstOrThrow();
    return Date.parse(done_at ?? '');
  };
  const sweepUntil = (isDone: () => Promise<boolean>) =>
    untilTrue(async () => {
      t.mock.timers.tick(HOUR);
      await pause(TIME_FOR_AN_HOUR);
      return isDone();
    });
  clock.at += 30 * DAY - 1;
  await sweepUntil(async () => (await sweptAt()) === clock.at);
  assert.equal((await rows()).length, 1);
  clock.at += HOUR;
  await sweepUntil(async () => (await rows()).length === 0);
  await sweepUntil(async () => {
    clock.at += HOUR;
    return (await storedFiles(world)).length === 0;
  });
  assert.deepEqual(await world.db.selectFrom('question_files').select('id').execute(), []);
  const { object_id, person_id } = await world.db
    .selectFrom('audit')
    .select(['object_id', 'person_id'])
    .where('action', '=', 'purge')
    .executeTakeFirstOrThrow();
  assert.deepEqual([object_id, person_id], [_id, null]);
});

test('after 30 days nothing can be restored, also where no sweep has run', async (t) => {
  const { world, clock } = await worldWithClock(t);
  const { _id } = await world.addCheckup();
  (await world.admin.delete(`${URL}/${_id}`)).ok();
  const [deletion] = await deletionsIn(world);
  clock.at = Date.parse(deletion?.removedAt ?? '');
  const later = await world.signInAdmin();
  const restore = () => later.post(`${DELETED}/${deletion?._id}/restore`);
  assert.equal((await restore()).refused(404).message, deletionMessages.notFound());
  clock.at -= 1;
  (await restore()).ok();
});

test('deletions and restores are audited', async (t) => {
  const world = await newWorld(t);
  const checkup = await world.addCheckup({ fileName: 'scan.dcm' });
  (await deleteFile(world, checkup, 'scan.dcm')).ok();
  (await restoreNewest(world)).ok();
  (await world.admin.delete(`${URL}/${checkup._id}`)).ok();
  const { id: person_id } = await world.db
    .selectFrom('admins')
    .select('id')
    .executeTakeFirstOrThrow();
  const rows = await world.db
    .selectFrom('audit')
    .select(['action', 'object', 'object_id', 'person_id'])
    .where('action', 'in', ['delete', 'restore'])
    .orderBy('object', 'desc')
    .orderBy('action', 'desc')
    .execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      ['delete', 'file', checkup.xrayFileLinks[0]?.id],
      ['restore', 'checkup', checkup._id],
      ['delete', 'checkup', checkup._id],
    ].map(([action, object, object_id]) => ({ action, object, object_id, person_id })),
  );
});

test('an expired deletion is removed permanently and cannot be restored', async (t) => {
  const { world, clock } = await worldWithClock(t);
  const checkup = await world.addCheckup();
  (await world.admin.delete(`${URL}/${checkup._id}`)).ok();
  const [deletion] = await deletionsIn(world);
  clock.at += 30 * DAY;
  const id = deletion?._id ?? '';
  const upTo = new Date(clock.at - 30 * DAY).toISOString();
  await world.db.transaction().execute(async (tx) => {
    assert.ok(await repo.lock(tx, id, { upTo }));
    assert.equal(await repo.lock(tx, id, { after: upTo }), undefined);
    await repo.removeForGood(tx, id, upTo);
  });
  assert.equal((await world.db.selectFrom('removed_files').selectAll().execute()).length, 1);
  assert.deepEqual(await world.db.selectFrom('deleted_files').selectAll().execute(), []);
});

test('racing restores, and a restore against the garbage collector, have one winner', async (t) => {
  const world = await newWorld(t);
  const other = await openDatabase({
    dataDir: world.dataDir,
    ...(world.url && { url: world.url }),
  });
  t.after(other.close);
  for (let round = 0; round < 5; round += 1) {
    const checkup = await world.addCheckup();
    (await world.admin.delete(`${URL}/${checkup._id}`)).ok();
    const [deletion] = await deletionsIn(world);
    const id = deletion?._id ?? '';
    const now = new Date(Date.now() + 1_000).toISOString();
    const collected = other.db.transaction().execute(async (tx) => {
      const found = await repo.lock(tx, id, { upTo: now });
      if (found) await repo.removeForGood(tx, id, now);
      return found !== undefined;
    });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.admin.post(`${DELETED}/${id}/restore`, {})),
    );
    const restored = answers.filter(({ status }) => status === 200).length;
    assert.deepEqual(
      answers.map(({ status }) => status).filter((status) => ![200, 404].includes(status)),
      [],
    );
    assert.equal(restored + ((await collected) ? 1 : 0), 1);
    const rows = await world.db
      .selectFrom('checkup_files')
      .select('id')
      .where('checkup_id', '=', checkup._id)
      .execute();
    assert.equal(rows.length, restored);
  }
});

test('a merge and a deletion of one checkup never leave a file behind', async (t) => {
  const world = await newWorld(t);
  const checkup = await world.addCheckup();
  const fileId = await world.admin.upload(someDicom(), 'b.dcm');
  const body = { checkupId: checkup._id, firstName: 'Nigar', lastName: 'Hüseynova' };
  const files = [{ fileId, fileName: 'b.dcm' }];
  const [merged, deleted] = await Promise.all([
    world.admin.post(`${URL}/merge-chunks`, { ...body, files }),
    world.admin.delete(`${URL}/${checkup._id}`),
  ]);
  assert.equal(deleted.status, 200);
  assert.ok([200, 404].includes(merged.status));
  (await restoreNewest(world)).ok();
  const { checkups } = (await world.admin.get(URL)).ok<CheckupList>();
  const taken = await world.db.selectFrom('upload_claims').select('file_id').execute();
  assert.equal(checkups[0]?.xrayFiles.length, taken.length);
});

test('a stale list cannot delete another file that bears the name by now', async (t) => {
  const world = await newWorld(t);
  const checkup = await world.addCheckup({ fileName: 'scan.dcm' });
  const [stale] = checkup.xrayFileLinks;
  const path = `${URL}/${checkup._id}/files/scan.dcm`;
  const withId = (id = '') => world.admin.delete(`${path}?id=${id}`);
  (await withId(stale?.id)).ok();
  const renewed = await addFile(world, checkup, 'scan.dcm');
  (await withId(stale?.id)).refused(404);
  (await withId(randomUUID())).refused(404);
  (await withId(renewed.xrayFileLinks[0]?.id)).ok();
  (await world.admin.delete(path)).refused(404);
});

test('one person deletes from 100 checkups in an hour at most; many files of one count once', async (t) => {
  const { world, clock } = await worldWithClock(t, { rateLimits: true });
  const first = await world.addCheckup();
  const second = await world.addCheckup();
  (await world.admin.delete(`${URL}/${first._id}`)).ok();
  const row = await world.db.selectFrom('checkup_deletions').selectAll().executeTakeFirstOrThrow();
  const { seq, ...values } = row;
  const insert = (changes: { checkup_id?: string }) =>
    world.db
      .insertInto('checkup_deletions')
      .values({ ...values, id: randomUUID(), ...changes })
      .execute();
  // The slices of one examination, deleted one by one.
  for (let n = 1; n < MAX_DELETIONS_PER_HOUR; n += 1) await insert({});
  const third = await world.addCheckup();
  (await world.admin.delete(`${URL}/${third._id}`)).ok();
  for (let n = 2; n < MAX_DELETIONS_PER_HOUR; n += 1) await insert({ checkup_id: randomUUID() });
  const refused = await world.admin.delete(`${URL}/${second._id}`);
  assert.match(refused.refused(429).message, /from at most 100 checkups in an hour/);
  assert.ok(Number(refused.response.headers['retry-after']) > 3_000);
  (await deleteFile(world, second, second.xrayFiles[0] ?? '')).refused(429);
  // A colleague has an hour's deletions of their own.
  const login = { username: 'Sevda', password: 'reception password' };
  (await world.admin.post('/api/admin/staff', { ...login, role: 'staff' })).ok();
  const colleague = await world.visitor.signIn('admin', login);
  (await colleague.delete(`${URL}/${third._id}/files/none.dcm`)).refused(404);
  (await colleague.delete(`${URL}/${(await world.addCheckup())._id}`)).ok();
  clock.at += 3_600_001;
  const later = await world.signInAdmin();
  (await later.delete(`${URL}/${second._id}`)).ok();
});

test('the list is paged and searched by the patient, and only for staff', async (t) => {
  const world = await newWorld(t);
  for (const lastName of ['Quliyeva', 'Şükürova']) {
    const { _id } = await world.addCheckup({ lastName });
    (await world.admin.delete(`${URL}/${_id}`)).ok();
  }
  assert.deepEqual(
    (await deletionsIn(world, '?name=sukur')).map(({ lastName }) => lastName),
    ['Şükürova'],
  );
  assert.equal((await deletionsIn(world, '?limit=1&page=2'))[0]?.lastName, 'Quliyeva');
  const { client } = await world.signedInPartner();
  for (const [who, status] of [
    [world.visitor, 401],
    [client, 403],
  ] as const) {
    (await who.get(DELETED)).refused(status);
    (await who.post(`${DELETED}/${randomUUID()}/restore`, {})).refused(status);
  }
  (await world.admin.post(`${DELETED}/${randomUUID()}/restore`, {})).refused(404);
});
