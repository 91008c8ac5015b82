import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Month } from '@deqiq/contract/desk/month.ts';
import { DAY, HOUR } from '@deqiq/contract/shared/durations.ts';
import { addDevice, addKind } from '@deqiq/testkit/http/booking.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/tables.ts';
import { iso } from '../../../platform/time.ts';

/** MONTH_EVENTS=100000 for the whole test. */
const EVENTS = Number(process.env.MONTH_EVENTS ?? 2_000);

/** November 2026 in Baku, which is four hours ahead of UTC. */
const FROM = '2026-10-31T20:00:00.000Z';
const BEFORE = '2026-11-30T20:00:00.000Z';
const NOW = Date.parse('2026-11-27T08:00:00.000Z');

const random = randomFrom(11);
const ROWS_AT_ONCE = 200;

async function insertAll<Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await insert(rows.slice(from, from + ROWS_AT_ONCE));
}

/** An instant of the last fourteen months. */
const someInstant = (): string => iso(NOW - random.below(425 * DAY));

/** Results, referrals, appointments, patients and payments at random times. */
async function fill({ db, admin, addPartner }: World): Promise<void> {
  const partners: string[] = [];
  for (let count = 0; count < 7; count += 1) partners.push((await addPartner())._id);
  const device = await addDevice(admin);
  const kinds = [
    (await addKind(admin, [device], { price: 60.5 }))._id,
    (await addKind(admin, [device], { price: null, examination: 'panoramic' }))._id,
    null,
  ];
  const times = Array.from({ length: EVENTS }, someInstant);
  const checkups = times.map((created_at) => ({
    id: randomUUIDv7(),
    partner_id: random.pick(partners),
    first_name: 'Nigar',
    last_name: 'Hüseynova',
    name_key: 'huseynova nigar',
    name: 'Panoram',
    description: '',
    start_date: null,
    end_date: null,
    status: random.chance(0.9) ? ('completed' as const) : ('cancelled' as const),
    created_at,
  }));
  const results = checkups.map(({ id, partner_id, created_at }) => ({
    checkup_id: id,
    partner_id,
    ready_at: created_at,
    opened_at: random.chance(0.8) ? iso(Date.parse(created_at) + random.below(90 * HOUR)) : null,
  }));
  await insertAll(checkups, (some) => db.insertInto('checkups').values(some).execute());
  await insertAll(results, (some) => db.insertInto('result_openings').values(some).execute());
  await insertAll(times, (some) =>
    db
      .insertInto('referrals')
      .values(some.map((created_at) => someReferralRow(random.pick(partners), created_at)))
      .execute(),
  );
  await insertAll(times, (some) =>
    db
      .insertInto('payments')
      .values(
        some.map((created_at) => ({
          id: randomUUIDv7(),
          partner_id: random.pick(partners),
          amount_qepik: random.below(10_000),
          gift: null,
          status: random.pick(['pending', 'completed', 'rejected'] as const),
          created_at,
        })),
      )
      .execute(),
  );
  // One after the other: two at a time are impossible.
  const first = NOW - 425 * DAY;
  const length = Math.floor((425 * DAY) / EVENTS);
  await insertAll([...times.keys()], (some) =>
    db
      .insertInto('appointments')
      .values(
        some.map((number) => ({
          id: randomUUIDv7(),
          kind_id: random.pick(kinds),
          device_id: device,
          starts_at: iso(first + number * length),
          ends_at: iso(first + number * length + length / 2),
          status: random.pick(['booked', 'arrived', 'missed', 'cancelled'] as const),
          referral_id: null,
          reservation_id: null,
          patient_id: null,
          name: 'Nigar',
          phone: '',
          phone_key: null,
          created_at: iso(first),
        })),
      )
      .execute(),
  );
}

const someReferralRow = (partner_id: string, created_at: string) => ({
  id: randomUUIDv7(),
  partner_id,
  status: 'sent' as const,
  first_name: 'Nigar',
  last_name: 'Hüseynova',
  father_name: '',
  birth_date: null,
  sex: null,
  phone: '',
  examination: 'cbct',
  purpose: 'implant',
  teeth: '',
  region: null,
  question: '',
  urgency: 'routine',
  pregnancy: null,
  report_wanted: 0 as const,
  patient_id: null,
  patient_link: null,
  checkup_id: null,
  reservation_id: null,
  created_at,
  expires_at: null,
  name_key: 'huseynova nigar',
});

/** One number of one statement. */
async function ask(db: Db, query: string): Promise<number | null> {
  const { rows } = await sql<{ value: number | string | null }>`${sql.raw(query)}`.execute(db);
  const value = rows[0]?.value ?? null;
  return value === null ? null : Number(value);
}

const during = (column: string) => `${column} >= '${FROM}' and ${column} < '${BEFORE}'`;

describe('the figures of a month', () => {
  test('are those of independent statements over random rows', async (t) => {
    const world = await newWorld(t, { now: () => NOW });
    const { db, admin } = world;
    await fill(world);
    const { figures, weekdays, kinds, partners } = (
      await admin.get('/api/admin/month?month=2026-11')
    ).ok<Month>();
    const results = `from result_openings r, checkups c
      where c.id = r.checkup_id and c.status = 'completed' and ${during('r.ready_at')}`;
    const appointments = `from appointments a where ${during('a.starts_at')} and a.status`;
    const expected = {
      examinations: `select count(*) as value ${results}`,
      unopened: `select count(*) as value ${results} and r.opened_at is null`,
      referrals: `select count(*) as value from referrals where ${during('created_at')}`,
      patients: `select count(*) as value from patients where ${during('created_at')}`,
      appointments: `select count(*) as value ${appointments} <> 'cancelled'`,
      missed: `select count(*) as value ${appointments} = 'missed'`,
      income: `select 60.5 * count(*) as value from appointments a, examination_kinds k
        where k.id = a.kind_id and k.examination = 'cbct' and a.status = 'arrived' and ${during('a.starts_at')}`,
      payments: `select sum(amount_qepik) / 100.0 as value from payments
        where status = 'completed' and ${during('created_at')}`,
    };
    for (const [name, query] of Object.entries(expected))
      assert.equal(figures[name as keyof typeof expected], await ask(db, query), name);
    assert.equal(
      weekdays.reduce((sum, count) => sum + count),
      figures.examinations,
    );
    const day =
      process.env.TEST_DATABASE === 'postgres'
        ? "extract(isodow from r.ready_at::timestamptz at time zone 'Asia/Baku')"
        : "coalesce(nullif(strftime('%w', r.ready_at, '+4 hours'), '0'), '7')";
    for (const [index, count] of weekdays.entries())
      assert.equal(
        count,
        await ask(
          db,
          `select count(*) as value ${results} and cast(${day} as integer) = ${index + 1}`,
        ),
      );
    assert.equal(
      kinds.reduce((sum, kind) => sum + kind.missed, 0),
      figures.missed,
    );
    const counted = partners.map(({ partner, examinations, referrals }) => [
      partner._id,
      examinations.count,
      referrals.count,
    ]);
    for (const [id, examinations, referrals] of counted) {
      assert.equal(
        examinations,
        await ask(db, `select count(*) as value ${results} and c.partner_id = '${id}'`),
      );
      assert.equal(
        referrals,
        await ask(
          db,
          `select count(*) as value from referrals where partner_id = '${id}' and ${during('created_at')}`,
        ),
      );
    }
  });

  test('compare with the month before: who sends half as much is silent', async (t) => {
    const { db, admin, addPartner } = await newWorld(t, { now: () => NOW });
    const silent = await addPartner();
    const faithful = await addPartner();
    const sent = (partner: string, at: string, count: number) =>
      Array.from({ length: count }, () => someReferralRow(partner, at));
    await db
      .insertInto('referrals')
      .values([
        ...sent(silent._id, '2026-10-05T09:00:00.000Z', 6),
        ...sent(silent._id, '2026-11-05T09:00:00.000Z', 3),
        ...sent(faithful._id, '2026-10-05T09:00:00.000Z', 6),
        // In Baku it is the first of November already.
        ...sent(faithful._id, FROM, 4),
      ])
      .execute();
    const month = (await admin.get('/api/admin/month')).ok<Month>();
    assert.equal(month.month, '2026-11');
    assert.deepEqual([month.figures.referrals, month.lastMonth.referrals], [7, 12]);
    assert.equal(month.figures.hoursUntilOpened, null);
    assert.deepEqual(
      month.partners.map(({ partner, isSilent, referrals }) => [partner._id, isSilent, referrals]),
      [
        [faithful._id, false, { count: 4, before: 6 }],
        [silent._id, true, { count: 3, before: 6 }],
      ],
    );
  });

  test('are for owners, and the month is one', async (t) => {
    const { admin, signedInPartner } = await newWorld(t);
    const { client } = await signedInPartner();
    assert.equal((await client.get('/api/admin/month')).status, 403);
    for (const month of ['2026-13', '2026', 'x', '1899-01'])
      assert.match((await admin.get(`/api/admin/month?month=${month}`)).refused(400).message, /AA/);
  });
});
