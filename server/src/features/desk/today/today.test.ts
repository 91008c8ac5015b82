import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Today } from '@deqiq/contract/desk/today.ts';
import { newCalendar, reserve } from '@deqiq/testkit/http/booking.ts';
import { someReferral } from '@deqiq/testkit/http/referrals.ts';

/** A Tuesday in Baku, half past midnight: in UTC it is still Monday. */
const NOW = Date.parse('2026-11-30T20:30:00Z');
const TODAY = '2026-12-01';

const { patient } = someReferral();

const waitingStudy = {
  id: 'study-1',
  study_uid: '2.25.1',
  state: 'waiting',
  device_id: null,
  ae_title: 'CBCT',
  patient_name: 'Hüseynova^Nigar',
  patient_id: '',
  birth_date: '',
  sex: '',
  accession_number: '',
  description: 'Jaw',
  modalities: 'CT',
  acquired_on: '',
  acquired_at: '',
  name_key: '',
  first_arrival_at: '2026-11-30T19:00:00.000Z',
  last_arrival_at: '2026-11-30T19:00:00.000Z',
  announced: null,
  failed_at: null,
  checkup_id: null,
  assigned_at: null,
  assigned_by: null,
  incomplete: null,
  packed_at: null,
  shared_study_uid: null,
} as const;

async function newDesk(t: Parameters<typeof newCalendar>[0]) {
  const clinic = await newCalendar(t, { now: () => NOW });
  const read = async () => (await clinic.admin.get('/api/admin/today')).ok<Today>();
  return { ...clinic, read };
}

test('today shows the appointments of the day in Baku, and what waits', async (t) => {
  const { read, newBooked, send, visitor } = await newDesk(t);
  await newBooked(`${TODAY}T06:00:00.000Z`);
  await newBooked(`${TODAY}T20:00:00.000Z`);
  await send();
  await reserve(visitor, { fullName: 'Nigar Hüseynova', phone: '0552223344' });
  const { day, appointments, reservations, counters, unopened, protection } = await read();
  assert.equal(day, TODAY);
  assert.deepEqual(
    appointments.map(({ startsAt }) => startsAt),
    [`${TODAY}T06:00:00.000Z`],
  );
  // The oldest first.
  assert.deepEqual(
    reservations.map(({ fullName }) => fullName),
    ['Aysel Quliyeva', 'Nigar Hüseynova'],
  );
  assert.deepEqual([counters.reservations, counters.referrals], [2, 1]);
  assert.deepEqual(unopened.results, []);
  // No backup, rehearsal and copy yet; a full disk may be one more.
  assert.ok([3, 4].includes(protection.count), String(protection.count));
  assert.notEqual(protection.state, 'good');
});

test('a queue that waits shows its first entries: urgent ones first, then the oldest', async (t) => {
  const { read, send, examine, admin, addCheckup, db, visitor } = await newDesk(t);
  assert.deepEqual((await read()).waiting, []);
  for (const firstName of ['Bir', 'İki', 'Üç']) await send({ patient: { ...patient, firstName } });
  await send({ patient: { ...patient, firstName: 'Təcili' }, urgency: 'urgent' });
  await examine(await send({ reportWanted: true }));
  const photo = await addCheckup();
  const doubtful = await addCheckup();
  const pending = db.updateTable('checkups').set({ status: 'pending' });
  await pending.where('id', 'in', [photo._id, doubtful._id]).execute();
  const ofCheckup = (id: string) => db.updateTable('checkup_files').where('checkup_id', '=', id);
  await ofCheckup(photo._id).set({ kind: 'file' }).execute();
  await ofCheckup(doubtful._id).set({ patient_check: 'different' }).execute();
  const person = { fullName: 'Leyla', email: 'l@example.az', phone: '0501112233' };
  const application = { ...person, clinicName: 'Ağ Diş', clinicPhone: '0124445566' };
  (await visitor.post('/api/misc/partner-application', application)).ok();
  const { waiting } = await read();
  assert.deepEqual(
    waiting.map(({ queue, total }) => [queue, total]),
    [
      ['referrals', 4],
      ['shipments', 1],
      ['doubtful', 1],
      ['reading', 1],
      ['partners', 1],
    ],
  );
  assert.deepEqual(
    waiting[0]?.entries.map(({ firstName }) => firstName),
    ['Təcili', 'Bir', 'İki'],
  );
  assert.deepEqual(
    [waiting[1], waiting[2]].map((queue) => queue?.entries[0]?._id),
    [photo._id, doubtful._id],
  );
  // The lists that open show the same.
  const list = await admin.get('/api/admin/checkups?referral=none');
  assert.equal(list.ok<{ pagination: { totalItems: number } }>().pagination.totalItems, 1);
});

test('a study from a machine waits under the name that it carries', async (t) => {
  const { db, read } = await newDesk(t);
  await db.insertInto('intake_studies').values(waitingStudy).execute();
  const [queue] = (await read()).waiting;
  const [entry] = queue?.entries ?? [];
  assert.deepEqual([queue?.queue, entry?.lastName], ['intake', 'Nigar Hüseynova']);
});

test('a reservation that was called leaves the list, and a poll without changes costs 304', async (t) => {
  const { admin, read } = await newDesk(t);
  const first = await admin.get('/api/admin/today');
  const etag = String(first.response.headers.etag);
  const again = await admin.get('/api/admin/today', { 'if-none-match': etag });
  assert.equal(again.status, 304);
  const [waiting] = first.ok<Today>().reservations;
  const body = { status: 'contacted', note: '', version: waiting?.version };
  (await admin.patch(`/api/admin/applications/reservations/${waiting?._id}/status`, body)).ok();
  assert.deepEqual((await read()).reservations, []);
  const changed = await admin.get('/api/admin/today', { 'if-none-match': etag });
  assert.equal(changed.status, 200);
});

test('partners and visitors do not see the work of the desk', async (t) => {
  const { client, visitor } = await newDesk(t);
  (await client.get('/api/admin/today')).refused(403);
  (await visitor.get('/api/admin/today')).refused(401);
});
