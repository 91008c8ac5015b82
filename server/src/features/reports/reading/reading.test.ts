import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Counters } from '@deqiq/contract/desk/work-queues.ts';
import type { Reader, ReadingList } from '@deqiq/contract/reports/reading.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { allowToSign, newColleague, PASSWORD, reportCalls } from '@deqiq/testkit/http/reports.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { MINUTE } from '../../../platform/time.ts';

const QUEUE = '/api/admin/reading';

const toPath = (checkupId: string) => `/api/admin/checkups/${checkupId}/reading`;

/** A clinic whose owner, Aygün, and a colleague, Rauf, may sign. */
async function newReadingRoom(t: Parameters<typeof newReferralClinic>[0]) {
  const clock = { now: Date.parse('2026-11-20T07:00:00.000Z') };
  const clinic = await newReferralClinic(t, { now: () => clock.now });
  const { admin, visitor } = clinic;
  const { account } = (await admin.get('/api/admin/account')).ok<{ account: { _id: string } }>();
  await allowToSign(admin, account._id, 'Aygün Məmmədova');
  const { client: rauf } = await newColleague(clinic, 'rauf', 'Rauf Quliyev');
  const examine = async (overrides: object = {}) =>
    clinic.examine(await clinic.send({ reportWanted: true, ...overrides }));
  const read = async (client: Client = admin, query = '') =>
    (await client.get(QUEUE + query)).ok<ReadingList>();
  return {
    ...clinic,
    rauf,
    examine,
    examineSent: clinic.examine,
    read,
    pass: (milliseconds: number) => {
      clock.now += milliseconds;
    },
    /** Both sign in again: an access token lives for minutes. */
    async comeBack() {
      const login = { username: 'rauf', password: PASSWORD };
      return {
        aygün: await visitor.signIn('admin', ADMIN),
        rauf: await visitor.signIn('admin', login),
      };
    },
    take: (client: Client, checkupId: string) => client.post(toPath(checkupId)),
    release: (client: Client, checkupId: string) => client.delete(toPath(checkupId)),
    listIds: async () => (await read()).examinations.map(({ _id }) => _id),
    findReader: async (client: Client, checkupId: string): Promise<Reader | null | undefined> =>
      (await read(client)).examinations.find(({ _id }) => _id === checkupId)?.reader,
  };
}

test('the queue has what waits for a report: urgent ones first, then the oldest', async (t) => {
  const { examine, examineSent, send, accept, read, listIds, pass, admin } =
    await newReadingRoom(t);
  // Sent first, and examined last.
  const last = await send({ reportWanted: true });
  const routine = await examine();
  pass(MINUTE);
  const later = await examine({ patient: { ...someone, firstName: 'Elçin' } });
  pass(MINUTE);
  const soon = await examine({ urgency: 'soon' });
  pass(MINUTE);
  const urgent = await examine({ urgency: 'urgent' });
  pass(MINUTE);
  const latest = await examineSent(last);
  // No report was asked for, and no picture was taken yet.
  await examine({ reportWanted: false });
  await accept((await send({ reportWanted: true }))._id);
  assert.deepEqual(
    await listIds(),
    [urgent, soon, routine, later, latest].map(({ checkupId }) => checkupId),
  );
  const { counters } = (await admin.get('/api/admin/misc/counters')).ok<{ counters: Counters }>();
  assert.equal(counters.reading, 5);
  const { examinations, pagination } = await read(admin, '?name=elcin&limit=1');
  assert.deepEqual([examinations[0]?._id, pagination.totalItems], [later.checkupId, 1]);
  const { since, question, urgency, teeth, reader } = examinations[0] ?? {};
  assert.deepEqual(
    [since, question, urgency, teeth, reader],
    ['2026-11-20T07:01:00.000Z', 'Sümük hündürlüyü?', 'routine', [36, 46], null],
  );
  const second = await read(admin, '?limit=2&page=2');
  assert.deepEqual(
    second.examinations.map(({ _id }) => _id),
    [routine.checkupId, later.checkupId],
  );
});

const someone = { firstName: 'Nigar', lastName: 'Hüseynova', phone: '+994501234567' };

test('of two who take an examination at once one has it, the other gets the name', async (t) => {
  const { examine, take, findReader, admin, rauf, db } = await newReadingRoom(t);
  const { checkupId } = await examine();
  const answers = await Promise.all([take(admin, checkupId), take(rauf, checkupId)]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  const winner = answers[0]?.status === 200 ? admin : rauf;
  const name = winner === admin ? 'Aygün Məmmədova' : 'Rauf Quliyev';
  const refused = answers.find(({ status }) => status === 409)?.refused(409);
  assert.match(refused?.message ?? '', new RegExp(name));
  const loser = winner === admin ? rauf : admin;
  assert.deepEqual(
    [(await findReader(winner, checkupId))?.isOwn, (await findReader(loser, checkupId))?.isOwn],
    [true, false],
  );
  (await take(winner, checkupId)).ok();
  const rows = db.selectFrom('audit').select('action').where('object', '=', 'reading');
  const actions = await rows
    .where('result', '=', 'ok')
    .where('object_id', '=', checkupId)
    .execute();
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['take'],
  );
});

test('it is free again after 30 minutes without a saved draft', async (t) => {
  const { examine, take, findReader, admin, pass, comeBack } = await newReadingRoom(t);
  const { checkupId } = await examine();
  (await take(admin, checkupId)).ok();
  pass(20 * MINUTE);
  await reportCalls((await comeBack()).aygün, checkupId).draft();
  pass(29 * MINUTE);
  const { aygün, rauf } = await comeBack();
  (await take(rauf, checkupId)).refused(409);
  assert.equal((await findReader(rauf, checkupId))?.name, 'Aygün Məmmədova');
  const { etag } = (await rauf.get(QUEUE)).response.headers;
  assert.equal((await rauf.get(QUEUE, { 'if-none-match': etag })).status, 304);
  pass(MINUTE);
  // Its time ends without a write.
  assert.equal((await rauf.get(QUEUE, { 'if-none-match': etag })).status, 200);
  assert.equal(await findReader(rauf, checkupId), null);
  (await take(rauf, checkupId)).ok();
  (await take(aygün, checkupId)).refused(409);
});

test('its reader gives it back, a colleague does not', async (t) => {
  const { examine, take, release, findReader, admin, rauf } = await newReadingRoom(t);
  const { checkupId } = await examine();
  (await take(admin, checkupId)).ok();
  (await release(rauf, checkupId)).refused(409);
  assert.equal((await findReader(admin, checkupId))?.isOwn, true);
  (await release(admin, checkupId)).ok();
  (await release(admin, checkupId)).ok();
  assert.equal(await findReader(admin, checkupId), null);
  (await take(rauf, checkupId)).ok();
});

test('who begins a report takes the examination unless a colleague has it', async (t) => {
  const { examine, take, findReader, admin, rauf } = await newReadingRoom(t);
  const first = await examine();
  await reportCalls(rauf, first.checkupId).create();
  assert.equal((await findReader(admin, first.checkupId))?.name, 'Rauf Quliyev');
  const second = await examine();
  (await take(admin, second.checkupId)).ok();
  await reportCalls(rauf, second.checkupId).create();
  assert.equal((await findReader(admin, second.checkupId))?.isOwn, true);
});

test('a signed report ends the reading; a withdrawn one brings the examination back, free', async (t) => {
  const { examine, take, listIds, findReader, admin, rauf } = await newReadingRoom(t);
  const { checkupId } = await examine();
  const { signed, step } = reportCalls(admin, checkupId);
  (await take(admin, checkupId)).ok();
  const report = await signed();
  assert.deepEqual(await listIds(), []);
  (await take(rauf, checkupId)).refused(409);
  (await step(report, 'withdraw', { reason: 'Səhv' })).ok();
  assert.equal(await findReader(rauf, checkupId), null);
  (await take(rauf, checkupId)).ok();
});

test('a deleted examination leaves the queue, and its reader with it', async (t) => {
  const { examine, take, admin, rauf, db, listIds } = await newReadingRoom(t);
  const { checkupId } = await examine();
  (await take(admin, checkupId)).ok();
  (await admin.delete(`/api/admin/checkups/${checkupId}`)).ok();
  assert.deepEqual(await listIds(), []);
  assert.deepEqual(await db.selectFrom('readings').selectAll().execute(), []);
  (await take(rauf, checkupId)).refused(404);
});

test('staff without the right to sign read the queue and take nothing; others have no part in it', async (t) => {
  const clinic = await newReadingRoom(t);
  const { examine, take, release, client, visitor, admin } = clinic;
  const { client: reception } = await newColleague(clinic, 'reception');
  const { checkupId } = await examine();
  assert.equal((await clinic.read(reception)).examinations.length, 1);
  (await take(reception, checkupId)).refused(403);
  for (const call of [client.get(QUEUE), take(client, checkupId), release(client, checkupId)])
    (await call).refused(403);
  (await visitor.get(QUEUE)).refused(401);
  (await take(visitor, checkupId)).refused(401);
  (await take(admin, 'unknown')).refused(404);
  (await release(admin, 'unknown')).refused(404);
  (await admin.get(`${QUEUE}?page=0`)).refused(400);
});
