import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  CreatedBooking,
  FoundBooking,
  FreeSlots,
} from '@deqiq/contract/referrals/booking/booking.ts';
import type { Answer } from '@deqiq/testkit/client.ts';
import {
  addDevice,
  newCalendar,
  reserve,
  someHours,
  someKind,
} from '@deqiq/testkit/http/booking.ts';

const PATH = '/api/misc/booking';
/** A Tuesday in Baku, 8 o'clock. */
const NOW = Date.parse('2026-12-01T04:00:00Z');
const START = '2026-12-03T05:00:00.000Z';

const newClinic = async (
  t: Parameters<typeof newCalendar>[0],
  options: Parameters<typeof newCalendar>[1] = {},
) => {
  const clinic = await newCalendar(t, { now: () => NOW, ...options });
  const { visitor, kind } = clinic;
  return {
    ...clinic,
    /** With a token of its own. */
    async take(fields: object = {}): Promise<Answer> {
      const booking = await reserve(visitor);
      return visitor.post(PATH, { booking, kind: kind._id, startsAt: START, ...fields });
    },
    async listSlots(query: string): Promise<FreeSlots['days']> {
      const answer = await visitor.get(`${PATH}/slots?kind=${kind._id}&${query}`);
      return answer.ok<FreeSlots>().days;
    },
  };
};

const tokenOf = ({ link }: CreatedBooking): string => link.split('/').at(-1) ?? '';

test('the public sees what is open in Baku: no breaks, days off, holidays and past times', async (t) => {
  const clinic = await newClinic(t);
  const days = await clinic.listSlots('days=2');
  assert.deepEqual(
    days.map(({ date, slots }) => [date, slots.length]),
    [
      ['2026-12-01', 30],
      ['2026-12-02', 0],
    ],
  );
  const times = days[0]?.slots.map((slot) => slot.slice(11, 16)) ?? [];
  assert.deepEqual([times[0], times.at(-1)], ['05:00', '13:30']);
  assert.ok(times.includes('08:30') && times.includes('10:00'));
  assert.ok(!times.some((time) => time > '08:30' && time < '10:00'));
  const [weekend] = await clinic.listSlots('from=2026-12-05&days=1');
  const [holiday] = await clinic.listSlots('from=2026-12-31&days=1');
  assert.deepEqual([weekend?.slots, holiday?.slots], [[], []]);
  (await clinic.visitor.get(`${PATH}/slots?kind=unknown`)).refused(404);
});

test('a visitor books once with the token of the form, moves, and cancels', async (t) => {
  const clinic = await newClinic(t);
  const { visitor, kind } = clinic;
  const booking = await reserve(visitor);
  const body = { booking, kind: kind._id, startsAt: START };
  assert.equal((await visitor.get(`${PATH}/${booking}`)).ok<FoundBooking>().appointment, null);
  const created = (await visitor.post(PATH, body)).ok<CreatedBooking>();
  assert.deepEqual(
    [created.appointment.startsAt, created.appointment.state, created.appointment.preparation],
    [START, 'booked', kind.preparation],
  );
  const path = `${PATH}/${tokenOf(created)}`;
  (await visitor.post(PATH, body)).refused(409);
  const later = '2026-12-03T06:00:00.000Z';
  (await visitor.post(`${path}/move`, { startsAt: later })).ok();
  assert.equal((await visitor.get(path)).ok<FoundBooking>().appointment?.startsAt, later);
  const rows = JSON.stringify(await clinic.db.selectFrom('booking_tokens').selectAll().execute());
  assert.ok(!rows.includes(booking));
  (await visitor.post(`${path}/cancel`)).ok();
  for (const answer of [await visitor.get(path), await visitor.post(`${path}/cancel`)])
    answer.refused(404);
  (await clinic.take({ startsAt: later })).ok();
});

test('a time that is taken, or never free, is a conflict with the nearest free ones', async (t) => {
  const clinic = await newClinic(t);
  (await clinic.take()).ok();
  for (const startsAt of [START, '2026-12-03T20:00:00Z', '2026-12-03T05:50:00Z']) {
    const { response, status } = await clinic.take({ startsAt });
    const { slots } = response.json<{ slots: string[] }>();
    assert.deepEqual([status, slots.length], [409, 6]);
    assert.ok(!slots.includes(START));
  }
  (await clinic.take({ booking: 'unknown' })).refused(404);
});

test('a second machine of the kind takes who comes second', async (t) => {
  const clinic = await newClinic(t);
  const devices = [clinic.device, await addDevice(clinic.admin)];
  (await clinic.admin.put('/api/admin/opening-hours', { hours: someHours(devices) })).ok();
  (await clinic.admin.put(`/api/admin/kinds/${clinic.kind._id}`, someKind(devices))).ok();
  const answers = await Promise.all([1, 2, 3, 4].map(() => clinic.take()));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409, 409]);
});

test('a referral’s link books its examination, also before staff accept it', async (t) => {
  const clinic = await newClinic(t);
  const { visitor, client, kind } = clinic;
  const { _id: id } = await clinic.send();
  const createLink = async () =>
    tokenOf((await client.post(`/api/partner/referrals/${id}/link`)).ok<CreatedBooking>());
  const booking = await createLink();
  const { examination } = (await visitor.get(`${PATH}/${booking}`)).ok<FoundBooking>();
  assert.equal(examination, 'cbct');
  (await visitor.post(PATH, { booking, kind: kind._id, startsAt: START })).ok();
  const sent = await clinic.read(id);
  assert.deepEqual([sent.state, sent.appointment?.startsAt], ['sent', START]);
  await clinic.accept(id);
  const { state, history } = await clinic.read(id);
  assert.deepEqual(
    [state, history.map(({ by }) => by)],
    ['booked', ['partner', 'staff', 'system']],
  );
  (await visitor.post(`${PATH}/${booking}/cancel`)).ok();
  assert.equal((await clinic.read(id)).state, 'accepted');
  (await (await clinic.signedInPartner()).client.post(`/api/partner/referrals/${id}/link`)).refused(
    404,
  );
  (await clinic.step(id, 'arrive')).ok();
  (await client.post(`/api/partner/referrals/${id}/link`)).refused(409);
});

test('a calendar file has the time and place, and not the examination', async (t) => {
  const clinic = await newClinic(t);
  const token = tokenOf((await clinic.take()).ok<CreatedBooking>());
  const { response } = await clinic.visitor.get(`${PATH}/${token}/calendar.ics`);
  assert.equal(response.headers['content-type'], 'text/calendar; charset=utf-8');
  assert.match(response.body, /^BEGIN:VCALENDAR\r\n[\s\S]*DTSTART:20261203T050000Z\r\n/);
  assert.match(response.body, /LOCATION:Təbriz küçəsi 44\\, /);
  assert.doesNotMatch(response.body, /KLKT/);
  assert.ok(response.body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75));
});

test('a telephone has at most two open bookings, and an address books five times an hour', async (t) => {
  const clinic = await newClinic(t, { rateLimits: true });
  const bookAs = async (phone: string, index: number) => {
    const booking = await reserve(clinic.visitor, { phone });
    const startsAt = new Date(Date.parse(START) + index * 30 * 60_000).toISOString();
    return clinic.visitor.post(PATH, { booking, kind: clinic.kind._id, startsAt });
  };
  for (const index of [0, 1]) (await bookAs('+994551112233', index)).ok();
  (await bookAs('055 111 22 33', 2)).refused(429);
  for (const index of [2, 3, 4]) (await bookAs(`+99455111220${index}`, index)).ok();
  (await bookAs('+994551112209', 5)).refused(429);
});
