import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newPatientPost } from '@deqiq/testkit/mail/patient-post.ts';
import { keepLocalTimes } from './local-times.ts';

/** A Tuesday in Baku, 8 o'clock. */
const NOW = Date.parse('2026-12-01T04:00:00Z');
const CONSENT = { channels: { email: true } };

/** Three appointments without a pause between them, from 15 o'clock, and the sweep. */
async function newThursday(t: TestContext) {
  const post = await newPatientPost(t, { at: NOW });
  const { db, messages, visitor } = post;
  for (const [index, time] of ['11:00', '11:30', '12:00'].entries()) {
    const email = `patient-${index}@example.az`;
    const phone = `055111223${index}`;
    await post.book(`2026-12-03T${time}:00.000Z`, { ...CONSENT, phone, email });
    const [first] = await post.deliver();
    (await visitor.post(`/api/misc/booking/${first?.link}/confirm`)).ok();
  }
  const failures: object[] = [];
  const log = { error: (fields: object) => void failures.push(fields) };
  return {
    ...post,
    failures,
    sweep: (at = NOW) => keepLocalTimes({ db, messages, now: () => at }, log),

    /** The appointments were booked while the clock in Baku went this many minutes ahead of today's rules. */
    async bookedUnder(minutes: number): Promise<void> {
      for (const { id, local_start } of await db.selectFrom('appointments').selectAll().execute()) {
        const local = Temporal.PlainDateTime.from(local_start ?? '').add({ minutes });
        const changes = { local_start: local.toString({ smallestUnit: 'minute' }) };
        await db.updateTable('appointments').set(changes).where('id', '=', id).execute();
      }
    },

    async startTimes(): Promise<string[]> {
      const rows = await db.selectFrom('appointments').select('starts_at').orderBy('id').execute();
      return rows.map(({ starts_at }) => starts_at.slice(11, 16));
    },
  };
}

test('appointments keep their hour on the clock when the rules of the zone change', async (t) => {
  const day = await newThursday(t);
  assert.equal(await day.sweep(), 0);
  await day.bookedUnder(30);
  assert.equal(await day.sweep(), 3);
  assert.deepEqual(await day.startTimes(), ['11:30', '12:00', '12:30']);
  await day.bookedUnder(-60);
  assert.equal(await day.sweep(), 3);
  assert.deepEqual(await day.startTimes(), ['10:30', '11:00', '11:30']);
  assert.equal(await day.sweep(), 0);
  assert.deepEqual(day.failures, []);
});

test('a reminder comes once, two hours before the hour on the clock', async (t) => {
  const day = await newThursday(t);
  await day.bookedUnder(60);
  await day.sweep();
  const arrivedAt = async (instant: string) => {
    day.setClock(Date.parse(instant));
    return (await day.deliver()).map(({ to }) => to);
  };
  assert.deepEqual(await arrivedAt('2026-12-02T11:59:59Z'), []);
  assert.deepEqual(await arrivedAt('2026-12-02T12:00:30Z'), ['patient-0@example.az']);
  assert.equal((await arrivedAt('2026-12-02T14:00:00Z')).length, 2);
  assert.deepEqual(await arrivedAt('2026-12-03T09:59:59Z'), []);
  assert.deepEqual(await arrivedAt('2026-12-03T10:00:30Z'), ['patient-0@example.az']);
});

test('an hour that was booked meanwhile stays with the one who has it, and is reported', async (t) => {
  const day = await newThursday(t);
  await day.bookedUnder(90);
  const email = 'patient-9@example.az';
  await day.book('2026-12-03T13:00:00.000Z', { phone: '0552223344', email });
  assert.equal(await day.sweep(), 2);
  assert.deepEqual(await day.startTimes(), ['12:30', '11:30', '13:30', '13:00']);
  assert.equal(day.failures.length, 1);
});

test('what has begun stays', async (t) => {
  const day = await newThursday(t);
  await day.bookedUnder(60);
  assert.equal(await day.sweep(Date.parse('2026-12-03T11:30:00Z')), 1);
});
