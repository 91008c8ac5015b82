import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppointmentList } from '@deqiq/contract/referrals/booking/appointments.ts';
import { ClientAt } from '@deqiq/testkit/client.ts';
import { reply } from '@deqiq/testkit/mail/mail-server.ts';
import { newPatientPost, type PatientPost } from '@deqiq/testkit/mail/patient-post.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { listReminders } from './reminder-times.ts';

const PATH = '/api/misc/booking';
const DAY = 86_400_000;
const MINUTE = 60_000;
/** A Tuesday in Baku, 8 o'clock. */
const NOW = Date.parse('2026-12-01T04:00:00Z');
/** A Thursday in Baku, 15 o'clock. */
const START = '2026-12-03T11:00:00.000Z';
const DAY_BEFORE = Date.parse(START) - DAY;
const TWO_HOURS_BEFORE = Date.parse('2026-12-03T09:00:00Z');

/** Free times of a day, UTC. */
const TIMES = ['05:00', '05:30', '06:00', '06:30', '07:00', '08:00', '10:00', '11:00', '13:30'];

const consent = { channels: { email: true } };

/** Books and confirms; returns the token of the message. */
async function confirm(post: PatientPost, startsAt = START, options: object = consent) {
  await post.book(startsAt, options);
  const [first] = await post.deliver();
  (await post.visitor.post(`${PATH}/${first?.link}/confirm`)).ok();
  return first?.link ?? '';
}

test('a reminder comes the day before and two hours before, and never in the quiet hours', () => {
  const dueTimes = (startsAt: string, now = NOW) =>
    listReminders(startsAt, now).map(({ kind, dueAt }) => [kind, dueAt]);
  assert.deepEqual(dueTimes(START), [
    ['day-before', '2026-12-02T11:00:00.000Z'],
    ['two-hours-before', '2026-12-03T09:00:00.000Z'],
  ]);
  // 9 o'clock in Baku: two hours before it is 7, so in the evening before.
  assert.deepEqual(dueTimes('2026-12-03T05:00:00.000Z'), [
    ['day-before', '2026-12-02T05:00:00.000Z'],
    ['two-hours-before', '2026-12-02T16:50:00.000Z'],
  ]);
  // 8 and 22 o'clock.
  assert.deepEqual(dueTimes('2026-12-03T04:00:00.000Z')[0]?.[1], '2026-12-01T16:50:00.000Z');
  assert.deepEqual(dueTimes('2026-12-03T18:00:00.000Z'), [
    ['day-before', '2026-12-02T16:50:00.000Z'],
    ['two-hours-before', '2026-12-03T16:00:00.000Z'],
  ]);
  assert.deepEqual(dueTimes('2026-12-03T05:00:00.000Z', Date.parse('2026-12-02T17:00:00Z')), []);
});

test('a reminder has its hour of the day where summer time begins or ends between', () => {
  // The rules of Baku until 2016: UTC+5 in summer. 15 o'clock on the first day of winter time, and of summer time.
  const winter = listReminders('2015-10-25T11:00:00.000Z', 0).map(({ dueAt }) => dueAt);
  assert.deepEqual(winter, ['2015-10-24T10:00:00.000Z', '2015-10-25T09:00:00.000Z']);
  const summer = listReminders('2015-03-29T10:00:00.000Z', 0).map(({ dueAt }) => dueAt);
  assert.deepEqual(summer, ['2015-03-28T11:00:00.000Z', '2015-03-29T08:00:00.000Z']);
});

test('each reminder comes once, within a minute, whatever clock and processes do', async (t) => {
  const random = randomFrom(27);
  const post = await newPatientPost(t, { at: NOW });
  const { app, deliver, setClock, restart } = post;
  const expected = new Map<number, string[]>();
  for (const [index, time] of TIMES.entries()) {
    const client = new ClientAt(app, `203.0.113.${index}`);
    const startsAt = `2026-12-03T${time}:00.000Z`;
    const email = `patient-${index}@example.az`;
    await confirm(post, startsAt, { ...consent, client, email, phone: `05511122${index + 10}` });
    for (const { dueAt } of listReminders(startsAt, NOW))
      expected.set(Date.parse(dueAt), [...(expected.get(Date.parse(dueAt)) ?? []), email]);
  }
  const arrivedAt = async (at: number) => {
    setClock(at);
    if (random.chance(0.2)) await restart();
    return (await deliver()).map(({ to }) => to).sort();
  };
  for (const [due, people] of [...expected].sort(([a], [b]) => a - b)) {
    assert.deepEqual(await arrivedAt(due - 1 - random.below(MINUTE)), []);
    assert.deepEqual(await arrivedAt(due + random.below(MINUTE)), people.sort());
    assert.deepEqual(await arrivedAt(due - random.below(2 * DAY)), []);
  }
});

test('reminders follow consent, each once, from two processes', async (t) => {
  const post = await newPatientPost(t, { at: NOW });
  const { deliver, setClock } = post;
  await confirm(post);
  await confirm(post, '2026-12-03T12:00:00.000Z', { phone: '0552223344', email: 'x@example.az' });
  setClock(DAY_BEFORE - 1);
  assert.deepEqual(await deliver(), []);
  for (const at of [DAY_BEFORE, TWO_HOURS_BEFORE]) {
    setClock(at);
    const [reminder, ...others] = await deliver();
    assert.deepEqual([reminder?.to, others], ['aysel@example.az', []]);
    assert.equal(reminder?.subject, 'Qəbulunuzu xatırladırıq');
    assert.match(reminder.text, /cümə axşamı, 3 dekabr 2026, 15:00/);
    assert.doesNotMatch(reminder.text, /KLKT/);
    // The clock jumps back and forth.
    for (const jump of [-DAY, 0, 1]) {
      setClock(at + jump);
      assert.deepEqual(await deliver(), []);
    }
  }
});

test('a moved appointment has the reminders of its new time, a cancelled one none', async (t) => {
  const post = await newPatientPost(t, { at: NOW });
  const { deliver, setClock, visitor, admin, kind, device } = post;
  const link = await confirm(post);
  const later = '2026-12-04T11:00:00.000Z';
  (await visitor.post(`${PATH}/${link}/move`, { startsAt: later })).ok();
  const list = await admin.get('/api/admin/appointments?from=2026-12-04&to=2026-12-04');
  const [appointment] = list.ok<AppointmentList>().appointments;
  setClock(DAY_BEFORE);
  assert.deepEqual(await deliver(), []);
  setClock(DAY_BEFORE + DAY);
  assert.match((await deliver())[0]?.text ?? '', /4 dekabr 2026, 15:00/);
  const desk = await post.signInAdmin();
  const time = { kind: kind._id, device, startsAt: '2026-12-07T11:00:00.000Z' };
  (await desk.put(`/api/admin/appointments/${appointment?._id}`, time)).ok();
  setClock(TWO_HOURS_BEFORE + DAY);
  assert.deepEqual(await deliver(), []);
  setClock(Date.parse('2026-12-06T11:00:00Z'));
  assert.match((await deliver())[0]?.text ?? '', /7 dekabr 2026/);
  (await visitor.post(`${PATH}/${link}/cancel`)).ok();
  setClock(Date.parse('2026-12-07T09:00:00Z'));
  assert.deepEqual(await deliver(), []);
});

test('a reminder that was sent is not sent again when a missed appointment is taken back', async (t) => {
  const post = await newPatientPost(t, { at: NOW });
  const { deliver, setClock } = post;
  await confirm(post);
  const list = await post.admin.get('/api/admin/appointments?from=2026-12-03&to=2026-12-03');
  const [appointment] = list.ok<AppointmentList>().appointments;
  const press = async (name: string) => {
    const desk = await post.signInAdmin();
    (await desk.post(`/api/admin/appointments/${appointment?._id}/${name}`)).ok();
  };
  setClock(DAY_BEFORE);
  assert.equal((await deliver()).length, 1);
  setClock(TWO_HOURS_BEFORE - MINUTE);
  await press('arrive');
  await press('undo');
  assert.deepEqual(await deliver(), []);
  setClock(TWO_HOURS_BEFORE);
  assert.equal((await deliver()).length, 1);
  await press('missed');
  await press('undo');
  assert.deepEqual(await deliver(), []);
});

test('after a stop no message comes, and the appointment stays', async (t) => {
  const post = await newPatientPost(t, { at: NOW });
  const { deliver, setClock, visitor } = post;
  const link = await confirm(post);
  (await visitor.post(`${PATH}/${link}/stop`)).ok();
  (await visitor.post(`${PATH}/${link}/stop`)).ok();
  (await visitor.post(`${PATH}/${link}/move`, { startsAt: '2026-12-03T12:00:00.000Z' })).ok();
  for (const at of [DAY_BEFORE, TWO_HOURS_BEFORE, TWO_HOURS_BEFORE + 60 * MINUTE]) {
    setClock(at);
    assert.deepEqual(await deliver(), []);
  }
  (await visitor.get(`${PATH}/${link}`)).ok();
});

test('a reminder that could not be sent before the quiet hours, or its end, is left out', async (t) => {
  const post = await newPatientPost(t, { at: NOW });
  const { deliver, setClock, server } = post;
  await confirm(post, '2026-12-03T05:00:00.000Z');
  await server.stop();
  setClock(Date.parse('2026-12-02T05:00:00Z'));
  assert.deepEqual(await deliver(), []);
  setClock(Date.parse('2026-12-02T16:50:00Z'));
  assert.deepEqual(await deliver(), []);
  await server.start();
  setClock(Date.parse('2026-12-02T17:00:00Z'));
  assert.deepEqual(await deliver(), []);
  const rows = await post.db.selectFrom('patient_messages').select('state').execute();
  assert.deepEqual(rows.map(({ state }) => state).sort(), ['cancelled', 'cancelled', 'sent']);
});

test('the first message comes at any hour in the language of the visitor; a refused one is not repeated', async (t) => {
  const post = await newPatientPost(t, { at: Date.parse('2026-12-01T20:00:00Z') });
  const { app, deliver, server, db, book } = post;
  let attempts = 0;
  server.conduct = {
    atRecipient: () => {
      attempts += 1;
      if (attempts === 1) throw reply(550, '5.1.1 unknown');
    },
  };
  await book(START);
  assert.deepEqual(await deliver(), []);
  const [refused] = await db.selectFrom('patient_messages').selectAll().execute();
  assert.deepEqual([refused?.state, refused?.failure], ['failed', 'bad-content']);
  const client = new ClientAt(app, '203.0.113.1');
  const send = client.send.bind(client);
  client.send = (options) =>
    send({ ...options, headers: { ...options.headers, 'x-language': 'ru' } });
  await book('2026-12-03T12:00:00.000Z', { client, phone: '0552223344' });
  const [first] = await deliver();
  assert.equal(first?.subject, 'Подтвердите время приёма');
  assert.match(first.text, /четверг, 3 декабря 2026/);
});
