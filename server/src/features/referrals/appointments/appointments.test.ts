import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type {
  Appointment,
  AppointmentAnswer,
  AppointmentList,
} from '@deqiq/contract/referrals/booking/appointments.ts';
import type { PatientAnswer } from '@deqiq/contract/referrals/patients/patients.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { DAY, HOUR } from '@deqiq/contract/shared/time/durations.ts';
import { erase } from '@deqiq/testkit/erasure/erase-and-search.ts';
import { newCalendar } from '@deqiq/testkit/http/booking.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const PATH = '/api/admin/appointments';
const START = '2027-01-11T06:00:00.000Z';

const states = ({ history }: Referral) => history.map(({ state, by }) => `${state} by ${by}`);

test('staff book a patient by telephone, at any hour, and read the days in Baku', async (t) => {
  const clinic = await newCalendar(t);
  const { admin, kind, device } = clinic;
  const body = { firstName: 'Nigar', lastName: 'Hüseynova', phone: '0501234567' };
  const { patient } = (await admin.post('/api/admin/patients', body)).ok<PatientAnswer>();
  const at = { kind: kind._id, device, startsAt: '2027-01-10T20:00:00Z' };
  const sent = await admin.post(PATH, { ...at, patient: patient._id });
  const { appointment } = sent.ok<AppointmentAnswer>();
  assert.deepEqual(appointment, {
    ...at,
    _id: appointment._id,
    startsAt: '2027-01-10T20:00:00.000Z',
    minutes: 30,
    state: 'booked',
    deposit: null,
    who: { name: 'Nigar Hüseynova', phone: '0501234567', patient: patient._id },
  });
  const list = async (query: string) =>
    (await admin.get(`${PATH}?${query}`)).ok<AppointmentList>().appointments;
  assert.deepEqual(await list('from=2027-01-11&to=2027-01-11'), [appointment]);
  assert.deepEqual(await list('from=2027-01-10&to=2027-01-10'), []);
  assert.deepEqual(await list('from=2027-01-01&to=2027-01-31&device=unknown'), []);
  (await admin.get(`${PATH}?from=2027-01-01&to=2027-12-31`)).refused(400);
  (await clinic.client.get(`${PATH}?from=2027-01-11&to=2027-01-11`)).refused(403);
});

test('a machine that is taken is a conflict until the other appointment is cancelled or missed', async (t) => {
  const { admin, book, kind, device } = await newCalendar(t);
  const first = (await book({ startsAt: START })).ok<AppointmentAnswer>().appointment;
  for (const startsAt of ['2027-01-11T05:31:00Z', '2027-01-11T06:29:00Z'])
    assert.equal(
      (await book({ startsAt })).refused(409).message,
      'Bu vaxt tutulub, başqasını seçin',
    );
  for (const startsAt of ['2027-01-11T05:30:00Z', '2027-01-11T06:30:00Z'])
    (await book({ startsAt })).ok();
  const path = `${PATH}/${first._id}`;
  const moveTo = (startsAt: string) =>
    admin.put(path, { kind: kind._id, device, startsAt, minutes: 10 });
  (await moveTo('2027-01-11T05:45:00Z')).refused(409);
  const moved = (await moveTo('2027-01-11T06:10:00Z')).ok<AppointmentAnswer>().appointment;
  assert.deepEqual([moved._id, moved.minutes], [first._id, 10]);
  (await admin.post(`${path}/missed`)).ok();
  const second = (await book({ startsAt: START })).ok<AppointmentAnswer>().appointment;
  (await admin.delete(`${PATH}/${second._id}`)).ok();
  (await admin.delete(`${PATH}/${second._id}`)).refused(404);
  (await book({ startsAt: START })).ok();
});

test('wrong fields of an appointment are refused', async (t) => {
  const { book, admin } = await newCalendar(t);
  const wrong = {
    device: 'unknown',
    startsAt: '2027-01-11T06:00:30Z',
    minutes: 1,
    referral: 'one more',
  };
  for (const [path, value] of Object.entries(wrong))
    assert.equal(
      (await book({ startsAt: START, [path]: value })).refused(400).fields?.[0]?.path,
      path,
    );
  for (const missing of [{ kind: 'unknown' }, { reservation: 'unknown' }])
    (await book({ startsAt: START, ...missing })).refused(404);
  (await admin.post(`${PATH}/unknown/arrive`)).refused(404);
});

describe('the appointment of a referral', () => {
  const at = (startsAt: string, device: string) => ({ device, startsAt, minutes: 20 });

  test('moves it, also to another time, and back when it is deleted', async (t) => {
    const clinic = await newCalendar(t);
    const { admin, device } = clinic;
    const { _id: id } = await clinic.send();
    assert.equal((await clinic.step(id, 'book', at(START, device))).status, 409);
    await clinic.accept(id);
    const body = { ...at(START, device), kind: clinic.kind._id };
    const { referral } = (await clinic.step(id, 'book', body)).ok<{ referral: Referral }>();
    const { _id: appointment = '' } = referral.appointment ?? {};
    assert.deepEqual(referral.appointment, { _id: appointment, ...body });
    assert.equal((await clinic.readOwn(id)).appointment?.startsAt, START);
    const later = '2027-01-12T06:00:00.000Z';
    const again = await clinic.step(id, 'book', at(later, device));
    const moved = again.ok<{ referral: Referral }>().referral.appointment;
    assert.deepEqual([moved?._id, moved?.startsAt, moved?.kind], [appointment, later, null]);
    (await clinic.book({ startsAt: START })).ok();
    (await clinic.step(id, 'book', at(START, device))).refused(409);
    (await admin.delete(`${PATH}/${appointment}`)).ok();
    const freed = await clinic.read(id);
    assert.equal(freed.appointment, null);
    assert.deepEqual(states(freed), [
      'sent by partner',
      'accepted by staff',
      'booked by staff',
      'booked by staff',
      'accepted by staff',
    ]);
  });

  test('follows it, and it follows the appointment', async (t) => {
    const clinic = await newCalendar(t);
    const { admin } = clinic;
    const read = async (id: string): Promise<Appointment | undefined> => {
      const answer = await admin.get(`${PATH}?from=2027-01-11&to=2027-01-11`);
      const { appointments } = answer.ok<AppointmentList>();
      return appointments.find(({ who }) => who.referral === id);
    };
    const { _id: id } = await clinic.newBooked(START);
    (await clinic.step(id, 'missed')).ok();
    assert.equal((await read(id))?.state, 'missed');
    const { _id: appointment } = (await read(id)) ?? {};
    (await admin.post(`${PATH}/${appointment}/arrive`)).ok();
    assert.equal((await clinic.read(id)).state, 'arrived');
    const other = await clinic.newBooked('2027-01-11T07:00:00Z');
    (await admin.post(`${PATH}/${other.appointment?._id}/missed`)).ok();
    assert.equal((await clinic.read(other._id)).state, 'missed');
    const cancelled = await clinic.newBooked('2027-01-11T08:00:00Z');
    (await clinic.client.post(`/api/partner/referrals/${cancelled._id}/cancel`)).ok();
    assert.equal((await read(cancelled._id))?.state, 'cancelled');
    (await clinic.book({ startsAt: '2027-01-11T08:00:00Z' })).ok();
  });

  test('takes arrived and missed back on its day, also without a referral', async (t) => {
    const clinic = await newCalendar(t, { now: () => Date.parse(START) - HOUR });
    const { admin, db } = clinic;
    const { _id: id, appointment } = await clinic.newBooked(START);
    const later = { startsAt: '2027-01-11T08:00:00Z' };
    const other = (await clinic.book(later)).ok<AppointmentAnswer>().appointment;
    for (const each of [appointment?._id, other._id])
      for (const mistake of ['missed', 'arrive']) {
        (await admin.post(`${PATH}/${each}/${mistake}`)).ok();
        const undone = (await admin.post(`${PATH}/${each}/undo`)).ok<AppointmentAnswer>();
        assert.equal(undone.appointment.state, 'booked');
        (await admin.post(`${PATH}/${each}/undo`)).refused(409);
      }
    const referral = await clinic.read(id);
    assert.deepEqual(states(referral).slice(-5), [
      'booked by staff',
      'missed by staff',
      'booked by staff',
      'arrived by staff',
      'booked by staff',
    ]);
    const rows = await db
      .selectFrom('audit')
      .select('object')
      .where('action', '=', 'undo')
      .execute();
    const objects = rows.map(({ object }) => object).sort();
    assert.deepEqual(objects, [...Array<string>(4).fill('appointment'), 'referral', 'referral']);
    (await admin.post(`${PATH}/unknown/undo`)).refused(404);
    (await clinic.client.post(`${PATH}/${other._id}/undo`)).refused(403);
  });

  test('of a missed referral with an X-ray is arrived after undo, arrive and another time', async (t) => {
    const clinic = await newCalendar(t, { now: () => Date.parse(START) - HOUR });
    const { admin, device } = clinic;
    const time = { device, startsAt: '2027-01-11T12:00:00Z', minutes: 30 };
    const moves = [
      { move: 'undo', hour: 8, steps: ['booked by staff', 'arrived by system'] },
      { move: 'arrive', hour: 9, steps: ['missed by staff', 'arrived by staff'] },
      { move: 'book', hour: 10, steps: ['booked by staff', 'arrived by system'] },
    ];
    for (const { move, hour, steps } of moves) {
      const startsAt = new Date(Date.UTC(2027, 0, 11, hour)).toISOString();
      const { _id: id, appointment, checkup } = await clinic.newBooked(startsAt);
      const path = `${PATH}/${appointment?._id}`;
      (await admin.post(`${path}/missed`)).ok();
      await clinic.attachXray(checkup ?? '');
      assert.equal((await clinic.read(id)).state, 'missed');
      (await (move === 'book' ? clinic.step(id, move, time) : admin.post(`${path}/${move}`))).ok();
      const referral = await clinic.read(id);
      assert.deepEqual(states(referral).slice(-3), [...steps, 'examined by staff']);
    }
    const day = await admin.get(`${PATH}?from=2027-01-11&to=2027-01-11`);
    const appointments = day.ok<AppointmentList>().appointments.map(({ state }) => state);
    assert.deepEqual(appointments, ['arrived', 'arrived', 'arrived']);
  });

  test('keeps arrived and missed on another day, with an X-ray, or where its time is taken', async (t) => {
    let now = Date.parse(START) - HOUR;
    const clinic = await newCalendar(t, { now: () => now });
    const { admin } = clinic;
    const undo = (id = '', desk = admin) => desk.post(`${PATH}/${id}/undo`);
    const missed = await clinic.newBooked(START);
    (await admin.post(`${PATH}/${missed.appointment?._id}/missed`)).ok();
    (await clinic.book({ startsAt: START })).ok();
    const { message } = (await undo(missed.appointment?._id)).refused(409);
    assert.equal(message, 'Bu vaxt tutulub, başqasını seçin');
    assert.equal((await clinic.read(missed._id)).state, 'missed');
    const examined = await clinic.newBooked('2027-01-11T08:00:00Z');
    (await admin.post(`${PATH}/${examined.appointment?._id}/arrive`)).ok();
    await clinic.attachXray(examined.checkup ?? '');
    (await undo(examined.appointment?._id)).refused(409);
    assert.equal((await clinic.read(examined._id)).state, 'examined');
    const arrived = await clinic.newBooked('2027-01-11T10:00:00Z');
    (await admin.post(`${PATH}/${arrived.appointment?._id}/arrive`)).ok();
    now += DAY;
    const tooLate = (await undo(arrived.appointment?._id, await clinic.signInAdmin())).refused(409);
    assert.equal(tooLate.message, 'Qeydi yalnız qəbul günündə ləğv etmək olar');
  });

  test('is freed with a deleted examination, and comes back unless the time is taken', async (t) => {
    const clinic = await newCalendar(t);
    for (const [startsAt, isTaken] of [
      [START, false],
      ['2027-01-12T06:00:00.000Z', true],
    ] as const) {
      const { _id: id, checkup } = await clinic.newBooked(startsAt);
      (await clinic.admin.delete(`/api/admin/checkups/${checkup}`)).ok();
      assert.equal((await clinic.read(id)).appointment, null);
      if (isTaken) (await clinic.book({ startsAt })).ok();
      const { deletions } = (await clinic.admin.get('/api/admin/checkups/deleted')).ok<{
        deletions: { _id: string }[];
      }>();
      (await clinic.admin.post(`/api/admin/checkups/deleted/${deletions[0]?._id}/restore`)).ok();
      const { state, appointment } = await clinic.read(id);
      const expected = isTaken ? ['accepted', undefined] : ['booked', startsAt];
      assert.deepEqual([state, appointment?.startsAt], expected);
    }
  });
});

test('of many who want one time on two nodes, one has it', async (t) => {
  const clinic = await newCalendar(t);
  const { dataDir, url } = clinic;
  const node =
    url === undefined
      ? clinic
      : await newWorld(t, { location: { dataDir, url, drop: async () => {} } });
  const admins = [clinic.admin, await node.signInAdmin()];
  for (let day = 11; day < 15; day += 1) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        clinic.book({ startsAt: `2027-01-${day}T06:0${index % 10}:00Z` }, admins[index % 2]),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 11 }, () => 409)]);
  }
});

test('PostgreSQL itself refuses a second appointment of a time, and allows it after a cancellation', async (t) => {
  const { db, url, book } = await newCalendar(t);
  // SQLite has one writer, whose statement decides.
  if (url === undefined) return;
  (await book({ startsAt: START })).ok();
  const row = await db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow();
  const copy = {
    ...row,
    id: randomUUID(),
    starts_at: '2027-01-11T06:29:00.000Z',
    ends_at: '2027-01-11T07:00:00.000Z',
  };
  const insert = () => db.insertInto('appointments').values(copy).execute();
  await assert.rejects(insert, /appointments_busy/);
  await db.updateTable('appointments').set({ status: 'cancelled' }).execute();
  await insert();
});

test('an erased person leaves no name in appointments', async (t) => {
  const clinic = await newCalendar(t);
  (await clinic.book({ startsAt: START })).ok();
  const { patient } = await clinic.newBooked('2027-01-11T07:00:00Z');
  const erased = await erase(clinic, ['patient', patient.code ?? '', '--yes']);
  assert.equal(erased.status, 0, erased.output);
  const rows = await clinic.db
    .selectFrom('appointments')
    .selectAll()
    .orderBy('starts_at')
    .execute();
  assert.deepEqual(
    rows.map(({ name, phone }) => [/Aysel|Nigar/.test(name), phone !== '']),
    [
      [true, true],
      [false, false],
    ],
  );
});
