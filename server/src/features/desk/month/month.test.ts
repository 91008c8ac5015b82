import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Month } from '@deqiq/contract/desk/month.ts';
import { DAY, HOUR, MINUTE } from '@deqiq/contract/shared/time/durations.ts';
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
async function fill(world: World): Promise<void> {
  const { db, admin, addPartner } = world;
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
  await addReports(world, results);
  const referrals = times.map((created_at) => someReferralRow(random.pick(partners), created_at));
  await insertAll(referrals, (some) => db.insertInto('referrals').values(some).execute());
  await insertAll(times, (some) =>
    db
      .insertInto('payments')
      .values(
        some.map((created_at) => ({
          id: randomUUIDv7(),
          partner_id: random.pick(partners),
          amount_qepik: 1 + random.below(9_999),
          gift: random.pick(['pen', null]),
          status: random.pick(['pending', 'completed', 'rejected'] as const),
          created_at,
        })),
      )
      .execute(),
  );
  // One after the other: two at a time are impossible.
  const first = NOW - 425 * DAY;
  // Half of it is in whole minutes.
  const length = Math.floor((425 * DAY) / EVENTS / (2 * MINUTE)) * 2 * MINUTE;
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
          referral_id: random.chance(0.7) ? (referrals[number]?.id ?? null) : null,
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

/** Signed within four days of the examination, or before it; a few are withdrawn. Some examinations have two. */
async function addReports(
  { db }: World,
  results: readonly { readonly checkup_id: string; readonly ready_at: string }[],
): Promise<void> {
  await db
    .insertInto('report_keys')
    .values({
      id: 'key',
      algorithm: 'Ed25519',
      public_key: '',
      private_key: '',
      created_at: FROM,
      retired_at: null,
    })
    .execute();
  const some = Array.from({ length: Math.ceil(EVENTS / 3) }, () => random.pick(results));
  await insertAll(some, (rows) =>
    db
      .insertInto('diagnostic_reports')
      .values(
        rows.map(({ checkup_id, ready_at }) => {
          const signed_at = iso(Date.parse(ready_at) + (random.below(100) - 4) * HOUR);
          return {
            id: randomUUIDv7(),
            checkup_id,
            status: random.chance(0.9) ? ('signed' as const) : ('withdrawn' as const),
            version: 1,
            content: null,
            author_id: 'author',
            created_at: ready_at,
            updated_at: signed_at,
            signed_at,
            document: '{}',
            sha256: '',
            signature: '',
            key_id: 'key',
          };
        }),
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

const isPostgres = process.env.TEST_DATABASE === 'postgres';

/** One number of one statement. */
async function ask(db: Db, query: string): Promise<number | null> {
  const { rows } = await sql<{ value: number | string | null }>`${sql.raw(query)}`.execute(db);
  const value = rows[0]?.value ?? null;
  return value === null ? null : Number(value);
}

const during = (column: string) => `${column} >= '${FROM}' and ${column} < '${BEFORE}'`;

const results = `from result_openings r, checkups c
  where c.id = r.checkup_id and c.status = 'completed' and ${during('r.ready_at')}`;

const appointments = `from appointments a where ${during('a.starts_at')} and a.status`;

/** The middle of the numbers that a query has as `x`. */
const selectMedian = (query: string) => `select avg(x) as value from (
  select x, row_number() over (order by x) as n, count(*) over () as c from (${query}) as numbers
) as ranked where n in ((c + 1) / 2, (c + 2) / 2)`;

const hours = (later: string) =>
  isPostgres
    ? `extract(epoch from (${later})::timestamptz - r.ready_at::timestamptz) / 3600.0`
    : `(julianday(${later}) - julianday(r.ready_at)) * 24`;

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
  gifts: `select count(*) as value from payments
    where status = 'completed' and gift is not null and ${during('created_at')}`,
};

const medians = {
  hoursUntilOpened: selectMedian(
    `select ${hours('r.opened_at')} as x ${results} and r.opened_at is not null`,
  ),
  hoursUntilReported: selectMedian(`select case when first > 0 then first else 0 end as x from (
    select (select min(${hours('d.signed_at')}) from diagnostic_reports d
      where d.checkup_id = c.id and d.status = 'signed') as first ${results}
  ) as reported where first is not null`),
};

async function compareDays(db: Db, { days, weekdays, figures }: Month): Promise<void> {
  const local = isPostgres
    ? "(r.ready_at::timestamptz at time zone 'Asia/Baku')"
    : "datetime(r.ready_at, '+4 hours')";
  const weekday = isPostgres
    ? `extract(isodow from ${local})`
    : `coalesce(nullif(strftime('%w', ${local}), '0'), '7')`;
  const day = isPostgres ? `extract(day from ${local})` : `strftime('%d', ${local})`;
  const count = (part: string, number: number) =>
    ask(db, `select count(*) as value ${results} and cast(${part} as integer) = ${number}`);
  for (const [index, each] of weekdays.entries())
    assert.equal(each.count, await count(weekday, index + 1));
  // Until today.
  assert.equal(days.count.length, 27);
  for (const [index, each] of days.count.entries()) assert.equal(each, await count(day, index + 1));
  assert.equal(
    days.count.reduce((sum, each) => sum + each),
    figures.examinations,
  );
}

async function comparePartnerCounts(db: Db, { partners }: Month): Promise<void> {
  assert.equal(partners.length, 7);
  for (const { partner, examinations, referrals, income } of partners) {
    const isOwn = `partner_id = '${partner._id}'`;
    const queries = [
      `select count(*) as value ${results} and c.${isOwn}`,
      `select count(*) as value from referrals where ${isOwn} and ${during('created_at')}`,
      `select coalesce(sum(k.price), 0) / 100.0 as value from appointments a, referrals f, examination_kinds k
        where ${during('a.starts_at')} and a.status = 'arrived' and f.id = a.referral_id and f.${isOwn} and k.id = a.kind_id`,
    ];
    const found = [examinations, referrals, income].map(({ count }) => count);
    for (const [index, query] of queries.entries())
      assert.equal(found[index], await ask(db, query));
  }
}

async function compareGroups(db: Db, { kinds, machines, figures }: Month): Promise<void> {
  for (const { examination, appointments: found, missed } of kinds) {
    const isOfKind = examination
      ? `exists (select 1 from examination_kinds k where k.id = a.kind_id and k.examination = '${examination}')`
      : 'a.kind_id is null';
    const count = (states: string) =>
      ask(db, `select count(*) as value ${appointments} ${states} and ${isOfKind}`);
    assert.equal(found.count, await count("<> 'cancelled'"));
    assert.equal(missed, await count("= 'missed'"));
  }
  const [machine] = machines;
  assert.equal(machine?.appointments.count, figures.appointments);
  assert.equal(machine?.income.count, figures.income);
}

/** The lists that a number opens have as many rows. */
async function compareLists(admin: World['admin'], { days, figures, weekdays, partners }: Month) {
  const count = async (path: string): Promise<number> => {
    const list = (await admin.get(`/api/admin/${path}`)).ok<{
      pagination: { totalItems: number };
    }>();
    return list.pagination.totalItems;
  };
  const inMonth = 'from=2026-11-01&to=2026-11-30';
  const [first] = partners;
  const lists = [
    ['checkups?ready=2026-11', figures.examinations],
    ['checkups?ready=2026-11-05', days.count[4]],
    ['checkups?ready=2026-11&opened=none', figures.unopened],
    ['checkups?ready=2026-11&weekday=7', weekdays[6]?.count],
    [`checkups?ready=2026-11&partner=${first?.partner._id}`, first?.examinations.count],
    [`referrals?${inMonth}`, figures.referrals],
    [`patients?${inMonth}`, figures.patients],
  ] as const;
  for (const [path, number] of lists) assert.equal(await count(path), number, path);
  const { appointments: listed } = (await admin.get(`/api/admin/appointments?${inMonth}`)).ok<{
    appointments: { state: string }[];
  }>();
  const began = listed.filter(({ state }) => ['booked', 'arrived', 'missed'].includes(state));
  assert.equal(began.length, figures.appointments);
  const payments = await admin.get(
    `/api/admin/payments?limit=1&status=completed&gift=any&${inMonth}`,
  );
  assert.equal(payments.ok<{ totalPages: number }>().totalPages, figures.gifts);
}

describe('the figures of a month', () => {
  test('are those of independent statements over random rows', async (t) => {
    const world = await newWorld(t, { now: () => NOW });
    const { db, admin } = world;
    await fill(world);
    const find = async (month: string) =>
      (await admin.get(`/api/admin/month?month=${month}`)).ok<Month>();
    const month = await find('2026-11');
    for (const [name, query] of Object.entries(expected))
      assert.equal(month.figures[name as keyof typeof expected], await ask(db, query), name);
    for (const [name, query] of Object.entries(medians)) {
      const median = (await ask(db, query)) ?? Number.NaN;
      const found = month.figures[name as keyof typeof medians] ?? Number.NaN;
      assert.ok(Math.abs(found - median) <= 0.051, `${name}: ${found}, not ${median}`);
    }
    await compareDays(db, month);
    await comparePartnerCounts(db, month);
    await compareGroups(db, month);
    const october = await find('2026-10');
    const year = await find('2025-11');
    assert.deepEqual([month.lastMonth, month.lastYear], [october.figures, year.figures]);
    assert.deepEqual(month.days.before, october.days.count);
    assert.deepEqual(month.days.lastYear, year.days.count);
    await compareLists(admin, month);
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
        ...sent(silent._id, '2026-11-05T09:00:00.000Z', 2),
        ...sent(faithful._id, '2026-10-05T09:00:00.000Z', 6),
        // In Baku it is the first of November already.
        ...sent(faithful._id, FROM, 4),
      ])
      .execute();
    const month = (await admin.get('/api/admin/month')).ok<Month>();
    assert.equal(month.month, '2026-11');
    assert.deepEqual([month.figures.referrals, month.lastMonth.referrals], [6, 12]);
    assert.equal(month.figures.hoursUntilOpened, null);
    assert.deepEqual(
      month.partners.map(({ partner, isSilent, referrals }) => [partner._id, isSilent, referrals]),
      [
        [faithful._id, false, { count: 4, before: 6, lastYear: 0 }],
        [silent._id, true, { count: 2, before: 6, lastYear: 0 }],
      ],
    );
  });

  test('compare only as many days of the month before: what came after them says nothing', async (t) => {
    const { db, admin, addPartner } = await newWorld(t, { now: () => NOW });
    const late = await addPartner();
    const early = await addPartner();
    const sent = (partner: string, at: string, count: number) =>
      Array.from({ length: count }, () => someReferralRow(partner, at));
    await db
      .insertInto('referrals')
      .values([
        ...sent(late._id, '2026-10-27T09:00:00.000Z', 6),
        ...sent(late._id, '2026-11-05T09:00:00.000Z', 1),
        ...sent(early._id, '2026-10-27T07:00:00.000Z', 4),
        ...sent(early._id, '2026-11-05T09:00:00.000Z', 2),
      ])
      .execute();
    const { partners } = (await admin.get('/api/admin/month')).ok<Month>();
    const isSilent = new Map(partners.map((row) => [row.partner._id, row.isSilent]));
    assert.deepEqual([isSilent.get(late._id), isSilent.get(early._id)], [false, true]);
  });

  test('are for owners, and the month is one', async (t) => {
    const { admin, signedInPartner } = await newWorld(t);
    const { client } = await signedInPartner();
    assert.equal((await client.get('/api/admin/month')).status, 403);
    for (const month of ['2026-13', '2026', 'x', '1899-01'])
      assert.match((await admin.get(`/api/admin/month?month=${month}`)).refused(400).message, /AA/);
  });
});
