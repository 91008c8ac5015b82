import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Today } from '@deqiq/contract/desk/today.ts';
import { newCalendar, reserve } from '@deqiq/testkit/http/booking.ts';

/** A Tuesday in Baku, half past midnight: in UTC it is still Monday. */
const NOW = Date.parse('2026-11-30T20:30:00Z');
const TODAY = '2026-12-01';

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
