import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppointmentList } from '@deqiq/contract/referrals/booking/appointments.ts';
import { ClientAt } from '@deqiq/testkit/client.ts';
import { reply } from '@deqiq/testkit/mail/mail-server.ts';
import { newPatientPost, type PatientPost } from '@deqiq/testkit/mail/patient-post.ts';
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
