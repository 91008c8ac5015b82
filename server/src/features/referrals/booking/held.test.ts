import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppointmentList } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { CreatedBooking, FoundBooking } from '@deqiq/contract/referrals/booking/booking.ts';
import type { ReferralAnswer } from '@deqiq/contract/referrals/referrals.ts';
import { ClientAt } from '@deqiq/testkit/client.ts';
import { pauseTransaction, untilBlocked } from '@deqiq/testkit/databases/paused-transaction.ts';
import { reserve, someReservation } from '@deqiq/testkit/http/booking.ts';
import { someReferral } from '@deqiq/testkit/http/referrals.ts';
import { newPatientPost, type PatientPost } from '@deqiq/testkit/mail/patient-post.ts';

const PATH = '/api/misc/booking';
const MINUTE = 60_000;
/** A Tuesday in Baku, 8 o'clock. */
const NOW = Date.parse('2026-12-01T04:00:00Z');
const START = '2026-12-03T05:00:00.000Z';
const LATER = '2026-12-03T06:00:00.000Z';

test('a time is held until the visitor opens the link of the first message', async (t) => {
  const { book, deliver, visitor } = await newPatientPost(t, { at: NOW });
  const token = await book(START);
  const { appointment, canConfirm } = (await visitor.get(`${PATH}/${token}`)).ok<FoundBooking>();
  assert.deepEqual(
    [appointment?.state, appointment?.heldUntil, canConfirm],
    ['held', '2026-12-01T04:15:00.000Z', false],
  );
  assert.match(
    (await visitor.post(`${PATH}/${token}/confirm`)).refused(409).message,
    /göndərdiyimiz mesajdakı keçidi açın/,
  );
  const [first, ...others] = await deliver();
  assert.deepEqual([first?.to, others], ['aysel@example.az', []]);
  assert.equal(first?.subject, 'Qəbul vaxtınızı təsdiqləyin');
  assert.match(first.text, /cümə axşamı, 3 dekabr 2026, 09:00/);
  assert.doesNotMatch(first.text, /KLKT|rentgen/i);
  assert.notEqual(first.link, token);
  const seen = (await visitor.get(`${PATH}/${first.link}`)).ok<FoundBooking>();
  assert.deepEqual([seen.appointment?.state, seen.canConfirm], ['held', true]);
  for (const link of [first.link, first.link, token])
    assert.equal(
      (await visitor.post(`${PATH}/${link}/confirm`)).ok<CreatedBooking>().appointment.state,
      'booked',
    );
  assert.deepEqual(await deliver(), []);
});

test('a held time is shown, moved and cancelled with the token of the answer', async (t) => {
  const { book, deliver, visitor } = await newPatientPost(t, { at: NOW });
  const token = await book(START);
  const moved = await visitor.post(`${PATH}/${token}/move`, { startsAt: LATER });
  const { appointment } = moved.ok<CreatedBooking>();
  assert.deepEqual(
    [appointment.startsAt, appointment.state, appointment.heldUntil],
    [LATER, 'held', '2026-12-01T04:15:00.000Z'],
  );
  const [first] = await deliver();
  (await visitor.post(`${PATH}/${token}/cancel`)).ok();
  for (const link of [token, first?.link ?? ''])
    (await visitor.post(`${PATH}/${link}/confirm`)).refused(404);
  await book(LATER);
});

test('a held time is released after 15 minutes, without a sweep', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW });
  const { book, deliver, visitor, setClock, kind } = clinic;
  const token = await book(START);
  const [first] = await deliver();
  setClock(NOW + 15 * MINUTE - 1);
  const other = await reserve(visitor);
  (await visitor.post(PATH, { booking: other, kind: kind._id, startsAt: START })).refused(409);
  setClock(NOW + 15 * MINUTE);
  (await visitor.post(`${PATH}/${first?.link}/confirm`)).refused(404);
  (await visitor.get(`${PATH}/${token}`)).refused(404);
  const admin = await clinic.signInAdmin();
  const list = await admin.get('/api/admin/appointments?from=2026-12-03&to=2026-12-03');
  const { appointments } = list.ok<AppointmentList>();
  assert.deepEqual(
    appointments.map(({ state }) => state),
    ['cancelled'],
  );
  await book(START);
});

test('a held time that is over does not stop the desk, even if nothing was read since', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW });
  const { book, setClock, admin, kind, device, reservation } = clinic;
  await book(START);
  const body = { kind: kind._id, device, startsAt: START, reservation };
  (await admin.post('/api/admin/appointments', body)).refused(409);
  setClock(NOW + 15 * MINUTE);
  (await (await clinic.signInAdmin()).post('/api/admin/appointments', body)).ok();
});

test('staff book a held time, and the patient keeps the link', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW });
  const { book, setClock, admin, visitor, kind, device } = clinic;
  const token = await book(START);
  const list = await admin.get('/api/admin/appointments?from=2026-12-03&to=2026-12-03');
  const [appointment] = list.ok<AppointmentList>().appointments;
  assert.equal(appointment?.state, 'held');
  const time = { kind: kind._id, device, startsAt: LATER };
  (await admin.post(`/api/admin/appointments/${appointment._id}/missed`)).refused(409);
  (await admin.put(`/api/admin/appointments/${appointment._id}`, time)).ok();
  setClock(NOW + 16 * MINUTE);
  const found = (await visitor.get(`${PATH}/${token}`)).ok<FoundBooking>().appointment;
  assert.deepEqual([found?.state, found?.startsAt], ['booked', LATER]);
});

test('of two who confirm and book at the end of the hold, one has the time', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW });
  const { book, deliver, visitor, setClock, kind } = clinic;
  for (let round = 0; round < 5; round += 1) {
    setClock(NOW + round * 30 * MINUTE);
    const startsAt = new Date(Date.parse(START) + round * 30 * MINUTE).toISOString();
    await book(startsAt, { phone: `+99455111000${round}` });
    const [first] = await deliver();
    const bookings = await Promise.all([1, 2, 3].map(() => reserve(visitor)));
    setClock(NOW + round * 30 * MINUTE + 15 * MINUTE);
    const answers = await Promise.all([
      visitor.post(`${PATH}/${first?.link}/confirm`),
      ...bookings.map((booking) => visitor.post(PATH, { booking, kind: kind._id, startsAt })),
    ]);
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
  }
});

test('bots of many addresses hold at most five times at once, and people still book', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW, rateLimits: true });
  const { app, book, deliver, db, kind } = clinic;
  const timeOf = (index: number) =>
    new Date(Date.parse('2026-12-07T05:00:00Z') + index * 30 * MINUTE).toISOString();
  const countHeld = async () =>
    (await db.selectFrom('appointments').select('id').where('status', '=', 'held').execute())
      .length;
  const attack = async (bot: number): Promise<number> => {
    const client = new ClientAt(app, `203.0.113.${bot % 20}`);
    const phone = `+9945500${String(10_000 + bot)}`;
    const answer = await client.post(
      '/api/misc/reservation-application',
      someReservation({ phone }),
    );
    if (answer.status === 429) return 429;
    const { booking } = answer.ok<{ booking: string }>();
    const body = { booking, kind: kind._id, startsAt: timeOf(bot % 8) };
    const { status } = await client.post(PATH, body);
    assert.ok((await countHeld()) <= 5);
    return status;
  };
  const person = new ClientAt(app, '198.51.100.1');
  const options = { client: person, phone: '0501112233', email: 'nigar@example.az' };
  await book(START, options);
  const statuses: number[] = [];
  for (let first = 0; first < 100; first += 20)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 20 }, (_, bot) => attack(first + bot)))),
    );
  assert.ok(statuses.includes(200));
  assert.equal(await countHeld(), 5);
  const message = (await deliver()).find(({ to }) => to === 'nigar@example.az');
  const path = `${PATH}/${message?.link}`;
  assert.equal((await person.get(path)).ok<FoundBooking>().appointment?.state, 'held');
  (await person.post(`${path}/confirm`)).ok();
  assert.equal(await countHeld(), 5);
});

/**
 * A visitor holds a time and gives it way to five others. `before` runs between the form and the booking. Returns the path of
 * the link in the message, and the reservation.
 */
async function giveWay(clinic: PatientPost, before?: (reservation: string) => Promise<unknown>) {
  const { app, db, kind } = clinic;
  const client = new ClientAt(app, '203.0.113.0');
  const email = 'visitor0@example.az';
  const booking = await reserve(client, { phone: '+994551112200', email });
  const { id: reservation } = await db
    .selectFrom('reservation_applications')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await before?.(reservation);
  (await client.post(PATH, { booking, kind: kind._id, startsAt: START })).ok();
  for (const index of [1, 2, 3, 4, 5]) {
    clinic.setClock(NOW + index);
    await bookAs(clinic, index, timeOf(index));
  }
  const message = (await clinic.deliver()).find(({ to }) => to === email);
  return { path: `${PATH}/${message?.link}`, reservation };
}

const bookAs = ({ app, book }: PatientPost, index: number, startsAt: string) =>
  book(startsAt, {
    client: new ClientAt(app, `203.0.113.${index}`),
    phone: `+99455111220${index}`,
    email: `visitor${index}@example.az`,
  });

const timeOf = (index: number) => new Date(Date.parse(START) + index * 30 * MINUTE).toISOString();

/** A reservation becomes a referral that is accepted. Returns its id. */
async function refer({ admin, partner, accept }: PatientPost, reservation: string) {
  const path = `/api/admin/applications/reservations/${reservation}/referral`;
  const body = { ...someReferral(), partner: partner._id };
  const { referral } = (await admin.post(path, body)).ok<ReferralAnswer>();
  return (await accept(referral._id))._id;
}

const listOf = async ({ admin }: PatientPost, referral: string) => {
  const list = await admin.get('/api/admin/appointments?from=2026-12-03&to=2026-12-03');
  return list
    .ok<AppointmentList>()
    .appointments.filter(({ who }) => who.referral === referral)
    .map(({ state, startsAt }) => [state, startsAt]);
};

test('who gave way to others and finds the time taken is told so', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW, rateLimits: true });
  const { path } = await giveWay(clinic);
  await bookAs(clinic, 6, START);
  (await clinic.visitor.post(`${path}/confirm`)).refused(409);
});

test('who gave way and has a referral meanwhile confirms the same appointment', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW, rateLimits: true });
  const { path, reservation } = await giveWay(clinic);
  const referral = await refer(clinic, reservation);
  const { appointment } = (await clinic.visitor.post(`${path}/confirm`)).ok<CreatedBooking>();
  assert.deepEqual([appointment.state, appointment.heldUntil], ['booked', null]);
  assert.deepEqual(await listOf(clinic, referral), [['booked', START]]);
  assert.equal((await clinic.read(referral)).state, 'booked');
});

test('a patient who cancels while the time is confirmed has a booked referral with its time, or neither', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW });
  const { db, visitor, book, deliver } = clinic;
  await book(START);
  const path = `${PATH}/${(await deliver())[0]?.link}`;
  const { _id: reservation } = (await clinic.admin.get('/api/admin/applications/reservation')).ok<{
    applications: { _id: string }[];
  }>().applications[0] ?? { _id: '' };
  const referral = await refer(clinic, reservation);
  const reading = await pauseTransaction(db, (tx) =>
    tx.updateTable('appointments').set({ language: 'ru' }).execute(),
  );
  const confirmed = visitor.post(`${path}/confirm`);
  await untilBlocked(db);
  const cancelled = visitor.post(`${path}/cancel`);
  await untilBlocked(db, 2);
  await reading.commit();
  const statuses = [(await confirmed).status, (await cancelled).status];
  const isBooked = (await clinic.read(referral)).state === 'booked';
  const rows = await db.selectFrom('appointments').select('status').execute();
  assert.deepEqual(
    [isBooked, rows],
    [statuses[1] !== 200, [{ status: isBooked ? 'booked' : 'cancelled' }]],
  );
});

test('the desk books the appointment that gave way, and the patient keeps the link', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW, rateLimits: true });
  const { path, reservation } = await giveWay(clinic);
  const referral = await refer(clinic, reservation);
  const startsAt = '2026-12-03T12:00:00.000Z';
  (await clinic.step(referral, 'book', { device: clinic.device, startsAt, minutes: 30 })).ok();
  assert.deepEqual(await listOf(clinic, referral), [['booked', startsAt]]);
  const { appointment } = (await clinic.visitor.get(path)).ok<FoundBooking>();
  assert.deepEqual([appointment?.state, appointment?.startsAt], ['booked', startsAt]);
});

test('a cancelled referral ends the hold that gave way', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW, rateLimits: true });
  const { path, reservation } = await giveWay(clinic);
  const referral = await refer(clinic, reservation);
  (await clinic.step(referral, 'cancel', { reason: 'İmtina' })).ok();
  (await clinic.visitor.get(path)).refused(404);
});

test('who gave way and arrives has the time', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW, rateLimits: true });
  const referral = await refer(clinic, (await giveWay(clinic)).reservation);
  (await clinic.step(referral, 'arrive')).ok();
  assert.deepEqual(await listOf(clinic, referral), [['arrived', START]]);
});

test('a restored referral gets the time that it had, not one that gave way', async (t) => {
  const clinic = await newPatientPost(t, { at: NOW, rateLimits: true });
  const { admin, kind, device } = clinic;
  const startsAt = '2026-12-03T12:00:00.000Z';
  const time = { kind: kind._id, device, startsAt };
  const { reservation } = await giveWay(clinic, (id) =>
    admin.post('/api/admin/appointments', { ...time, reservation: id }),
  );
  const referral = await refer(clinic, reservation);
  (await clinic.step(referral, 'book', { device, startsAt, minutes: 30 })).ok();
  const { checkup } = await clinic.read(referral);
  (await admin.delete(`/api/admin/checkups/${checkup}`)).ok();
  const { deletions } = (await admin.get('/api/admin/checkups/deleted')).ok<{
    deletions: { _id: string }[];
  }>();
  (await admin.post(`/api/admin/checkups/deleted/${deletions[0]?._id}/restore`)).ok();
  assert.deepEqual(await listOf(clinic, referral), [
    ['cancelled', START],
    ['booked', startsAt],
  ]);
});
