import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AppointmentList } from '@deqiq/contract/referrals/booking/appointments.ts';
import type {
  CreatedBooking,
  FoundBooking,
  FreeSlots,
  WaitingAnswer,
} from '@deqiq/contract/referrals/booking/booking.ts';
import { newCalendar, reserve } from '@deqiq/testkit/http/booking.ts';
import { newPatientPost } from '@deqiq/testkit/mail/patient-post.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const PATH = '/api/misc/booking';
const MINUTE = 60_000;
/** A Tuesday in Baku, 8 o'clock. */
const NOW = Date.parse('2026-12-01T04:00:00Z');
const timeOf = (index: number) =>
  new Date(Date.parse('2026-12-03T05:00:00Z') + index * 30 * MINUTE).toISOString();

/** A calendar with a clock, and visitors who book one time after the other. */
async function newClinic(t: TestContext) {
  let at = NOW;
  const clinic = await newCalendar(t, { now: () => at });
  const { visitor, kind } = clinic;
  const on = (token: string, path = '') => `${PATH}/${token}${path}`;
  return {
    ...clinic,
    setClock: (to: number) => {
      at = to;
    },
    async book(index: number): Promise<string> {
      const booking = await reserve(visitor);
      const body = { booking, kind: kind._id, startsAt: timeOf(index) };
      return (await visitor.post(PATH, body)).ok<CreatedBooking>().link.split('/').at(-1) ?? '';
    },
    wait: async (token: string, before?: string) =>
      (await visitor.post(on(token, '/waiting'), { before })).ok<WaitingAnswer>(),
    read: async (token: string) => (await visitor.get(on(token))).ok<FoundBooking>(),
    offerOf: async (token: string) => (await visitor.get(on(token))).ok<FoundBooking>().offer,
    cancel: async (token: string) => (await visitor.post(on(token, '/cancel'))).ok(),
    take: (token: string, offer = '') => visitor.post(on(token, `/offers/${offer}/take`)),
    async listFree(): Promise<string[]> {
      const answer = await visitor.get(`${PATH}/slots?kind=${kind._id}&from=2026-12-03&days=1`);
      return answer.ok<FreeSlots>().days.flatMap(({ slots }) => slots);
    },
  };
}

test('a freed time is offered to one after the other for 30 minutes, then it is free for all', async (t) => {
  const clinic = await newClinic(t);
  const { book, wait, offerOf, cancel, take, setClock, listFree } = clinic;
  const first = await book(0);
  const second = await book(4);
  const third = await book(5);
  const answer = await wait(second);
  assert.deepEqual([answer.offer, answer.waiting], [null, { before: timeOf(4) }]);
  await wait(third);
  await cancel(first);
  const offer = await offerOf(second);
  assert.deepEqual(
    [offer?.startsAt, offer?.minutes, offer?.expiresAt],
    [timeOf(0), 30, '2026-12-01T04:30:00.000Z'],
  );
  assert.equal(await offerOf(third), null);
  assert.ok(!(await listFree()).includes(timeOf(0)));
  (await take(third, offer?._id)).refused(404);
  setClock(NOW + 30 * MINUTE);
  const next = await offerOf(third);
  assert.deepEqual([next?.startsAt, await offerOf(second)], [timeOf(0), null]);
  (await take(second, offer?._id)).refused(409);
  setClock(NOW + 60 * MINUTE);
  assert.ok((await listFree()).includes(timeOf(0)));
  assert.equal(await offerOf(third), null);
});

test('taking an offer moves the appointment, and its old time is offered again', async (t) => {
  const { book, wait, offerOf, cancel, take, read } = await newClinic(t);
  const first = await book(0);
  const second = await book(4);
  const third = await book(6);
  await wait(second);
  await wait(third);
  await cancel(first);
  const offer = await offerOf(second);
  const taken = (await take(second, offer?._id)).ok<WaitingAnswer>();
  assert.deepEqual(
    [taken.appointment.startsAt, taken.offer, taken.waiting],
    [timeOf(0), null, null],
  );
  assert.equal((await read(second)).appointment?.startsAt, timeOf(0));
  const next = await offerOf(third);
  assert.equal(next?.startsAt, timeOf(4));
  (await take(second, offer?._id)).refused(409);
});

test('times that are later than wanted, of another kind or closed are not offered', async (t) => {
  const clinic = await newClinic(t);
  const { book, wait, offerOf, cancel, admin, kind, device, reservation } = clinic;
  const freed = await book(2);
  const later = await book(6);
  const waiting = await book(4);
  await wait(waiting, timeOf(2));
  await cancel(freed);
  await cancel(later);
  assert.equal(await offerOf(waiting), null);
  await wait(waiting, '2026-12-03');
  const early = await book(2);
  await cancel(early);
  assert.equal(await offerOf(waiting), null);
  await wait(waiting);
  const body = { kind: kind._id, device, reservation, startsAt: '2026-12-02T05:00:00.000Z' };
  const booked = await admin.post('/api/admin/appointments', body);
  const { appointment } = booked.ok<{ appointment: { _id: string } }>();
  (await admin.delete(`/api/admin/appointments/${appointment._id}`)).ok();
  assert.equal(await offerOf(waiting), null);
});

test('who leaves the list, cancels or moves is passed over', async (t) => {
  const clinic = await newClinic(t);
  const { book, wait, offerOf, cancel, visitor } = clinic;
  const first = await book(0);
  const others = [await book(4), await book(5), await book(6), await book(7)];
  const [second = '', third = '', fourth = '', last = ''] = others;
  for (const token of [second, third, fourth]) await wait(token);
  await cancel(first);
  assert.ok(await offerOf(second));
  const left = (await visitor.delete(`${PATH}/${second}/waiting`)).ok<WaitingAnswer>();
  assert.deepEqual([left.offer, left.waiting], [null, null]);
  assert.equal((await offerOf(third))?.startsAt, timeOf(0));
  await cancel(third);
  assert.equal((await offerOf(fourth))?.startsAt, timeOf(0));
  await wait(last);
  const earlier = '2026-12-01T05:00:00.000Z';
  (await visitor.post(`${PATH}/${fourth}/move`, { startsAt: earlier })).ok();
  const offers = [await offerOf(last), await offerOf(fourth)];
  assert.deepEqual(
    offers.map((offer) => offer?.startsAt),
    [timeOf(0), undefined],
  );
});

test('an offer that cannot be taken any more goes on by a job, not by the next reader', async (t) => {
  const { db, book, wait, offerOf, cancel, setClock } = await newClinic(t);
  const first = await book(0);
  const second = await book(4);
  await wait(second);
  await cancel(first);
  assert.ok(await offerOf(second));
  setClock(NOW + MINUTE);
  const { id } = await db.selectFrom('freed_times').select('id').executeTakeFirstOrThrow();
  // Those of the offer have run.
  await db.deleteFrom('jobs').where('kind', '=', 'settle-appointments').execute();
  await cancel(second);
  const job = db.selectFrom('jobs').select('run_at').where('kind', '=', 'settle-appointments');
  const { run_at } = await job.where('subject', '=', id).executeTakeFirstOrThrow();
  assert.equal(run_at, new Date(NOW + MINUTE).toISOString());
});

test('staff may book a time that is offered; the offer has ended then', async (t) => {
  const clinic = await newClinic(t);
  const { book, wait, offerOf, cancel, take, admin, visitor, kind, device, reservation } = clinic;
  const first = await book(0);
  const second = await book(4);
  await wait(second);
  await cancel(first);
  const offer = await offerOf(second);
  const body = { kind: kind._id, startsAt: timeOf(0) };
  const other = await reserve(visitor);
  (await visitor.post(PATH, { ...body, booking: other })).refused(409);
  (await admin.post('/api/admin/appointments', { ...body, device, reservation })).ok();
  assert.equal(await offerOf(second), null);
  (await take(second, offer?._id)).refused(409);
});

test('a time that staff free and a referral’s time are offered, too', async (t) => {
  const clinic = await newClinic(t);
  const { book, wait, offerOf, admin, step, kind } = clinic;
  const { _id: id, appointment } = await clinic.newBooked(timeOf(0));
  const body = { device: appointment?.device, startsAt: timeOf(0), minutes: 30, kind: kind._id };
  (await step(id, 'book', body)).ok();
  const second = await book(4);
  await wait(second);
  (await clinic.client.post(`/api/partner/referrals/${id}/cancel`)).ok();
  assert.equal((await offerOf(second))?.startsAt, timeOf(0));
  const third = await book(6);
  await wait(third);
  const list = await admin.get('/api/admin/appointments?from=2026-12-03&to=2026-12-03');
  const own = list
    .ok<AppointmentList>()
    .appointments.find(({ startsAt }) => startsAt === timeOf(4));
  (await admin.delete(`/api/admin/appointments/${own?._id}`)).ok();
  assert.deepEqual((await offerOf(third))?.startsAt, timeOf(0));
});

test('of many who take and book an offered time on two nodes, one has it', async (t) => {
  const clinic = await newClinic(t);
  const { book, wait, offerOf, cancel, visitor, kind, dataDir, url } = clinic;
  const node =
    url === undefined
      ? clinic
      : await newWorld(t, { now: () => NOW, location: { dataDir, url, drop: async () => {} } });
  for (let round = 0; round < 4; round += 1) {
    const first = await book(0);
    const second = await book(4);
    await wait(second);
    const bookings = await Promise.all([1, 2, 3].map(() => reserve(visitor)));
    await cancel(first);
    const offer = (await offerOf(second))?._id;
    const path = `${PATH}/${second}/offers/${offer}/take`;
    const body = { kind: kind._id, startsAt: timeOf(0) };
    const answers = await Promise.all([
      ...[clinic.visitor, node.visitor, clinic.visitor].map((from) => from.post(path)),
      ...bookings.map((booking) => node.visitor.post(PATH, { ...body, booking })),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
    await cancel(second);
  }
});

test('an offer is a message to who agreed to messages, by day', async (t) => {
  const post = await newPatientPost(t, { at: NOW });
  const { book, deliver, visitor, setClock } = post;
  const confirmed = async (index: number, options: object) => {
    await book(timeOf(index), options);
    const [message] = await deliver();
    (await visitor.post(`${PATH}/${message?.link}/confirm`)).ok();
    return message?.link ?? '';
  };
  const agreed = { channels: { email: true }, email: 'nigar@example.az', phone: '0552223344' };
  setClock(NOW + 60 * MINUTE);
  const first = await confirmed(0, {});
  const second = await confirmed(4, agreed);
  (await visitor.post(`${PATH}/${second}/waiting`)).ok();
  (await visitor.post(`${PATH}/${first}/cancel`)).ok();
  (await visitor.get(`${PATH}/${second}`)).ok();
  const [offer, ...others] = await deliver();
  assert.deepEqual([offer?.to, others], ['nigar@example.az', []]);
  assert.match(offer?.text ?? '', /3 dekabr 2026, 09:00[\s\S]*09:30-dək/);
  assert.equal(offer?.link, second);
});
