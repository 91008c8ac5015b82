import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AppointmentList } from '@deqiq/contract/referrals/booking/appointments.ts';
import type {
  CreatedBooking,
  FoundBooking,
  OfferedKinds,
} from '@deqiq/contract/referrals/booking/booking.ts';
import type { KindAnswer, KindList } from '@deqiq/contract/referrals/booking/kinds.ts';
import { newCalendar, reserve, someKind } from '@deqiq/testkit/http/booking.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { MailServer } from '@deqiq/testkit/mail/mail-server.ts';
import {
  azericardKeys,
  azericardStandIn,
  epointCallback,
  epointKeys,
  epointStandIn,
  pemOf,
} from '@deqiq/testkit/providers/payment-providers.ts';
import { MINUTE } from '../../../platform/time.ts';

const PATH = '/api/misc/booking';
const CALLBACK = '/api/misc/webhooks/payments';
/** A Tuesday in Baku, 8 o'clock. */
const NOW = Date.parse('2026-12-01T04:00:00Z');
const START = '2026-12-03T05:00:00.000Z';
/** 9 o'clock of the same day: less than 24 hours. */
const SOON = '2026-12-01T06:00:00.000Z';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Stand {
  readonly settings: Record<string, string>;
  /** The person pays on the page to which the link leads, or the bank declines; the callback. */
  pay(
    page: { location: string; body: string },
    state?: 'success' | 'error',
  ): Record<string, string>;
  /** States of payments at the provider. */
  states(): string[];
  loseAnswers(isLost: boolean): void;
}

async function newEpoint(t: TestContext): Promise<Stand> {
  const { server, payments, finish } = epointStandIn();
  await server.start();
  t.after(() => server.stop());
  return {
    settings: {
      PAYMENT_PROVIDER: 'epoint',
      EPOINT_PUBLIC_KEY: epointKeys.publicKey,
      EPOINT_PRIVATE_KEY: epointKeys.privateKey,
      PAYMENT_URL: server.url,
    },
    pay: ({ location }, state = 'success') => finish(location.split('/').at(-1) ?? '', state),
    states: () => [...payments.values()].map(({ state }) => state),
    loseAnswers: (isLost) => {
      server.conduct = isLost ? { atAnswer: () => Promise.reject(new Error('hang up')) } : {};
    },
  };
}

async function newAzericard(t: TestContext): Promise<Stand> {
  const keys = azericardKeys();
  const { server, payments, finish } = azericardStandIn(keys, '17201234');
  await server.start();
  t.after(() => server.stop());
  return {
    settings: {
      PAYMENT_PROVIDER: 'azericard',
      AZERICARD_TERMINAL: '17201234',
      AZERICARD_PRIVATE_KEY: pemOf(keys.merchant.privateKey),
      AZERICARD_GATEWAY_KEY: pemOf(keys.gateway.publicKey),
      PAYMENT_URL: server.url,
    },
    pay({ body }, state = 'success') {
      const inputs = body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
      const fields = [...inputs].map(
        ([, name = '', value = '']) => [name, readHtml(value)] as const,
      );
      return finish(Object.fromEntries(fields), state);
    },
    states: () => [...payments.values()].map(({ state }) => state),
    loseAnswers: (isLost) => {
      server.conduct = isLost ? { atAnswer: () => Promise.reject(new Error('hang up')) } : {};
    },
  };
}

const readHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const providers = { epoint: newEpoint, azericard: newAzericard };

/** A clinic whose kind of examination needs a deposit of 15 AZN. */
async function newClinic(
  t: TestContext,
  name: keyof typeof providers = 'epoint',
  rateLimits = false,
) {
  let at = NOW;
  const stand = await providers[name](t);
  const mail = await new MailServer().start();
  t.after(() => mail.stop());
  const clinic = await newCalendar(t, {
    now: () => at,
    runsJobs: true,
    rateLimits,
    settings: {
      ...stand.settings,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Dəqiq <info@clinic.example>',
      PUBLIC_URL: 'https://clinic.example',
    },
  });
  const { admin, visitor, kind, device, db } = clinic;
  (await admin.put(`/api/admin/kinds/${kind._id}`, someKind([device], { deposit: '15' }))).ok();

  const find = async (token: string) =>
    (await visitor.get(`${PATH}/${token}`)).ok<FoundBooking>().appointment;

  return {
    ...clinic,
    stand,
    mail,
    find,

    setClock: (to: number) => {
      at = to;
    },

    async book(startsAt = START, phone = '0551112233') {
      const booking = await reserve(visitor, { phone });
      const answer = await visitor.post(PATH, { booking, kind: kind._id, startsAt });
      const { payment, link, appointment, message } = answer.ok<CreatedBooking>();
      return { token: link.split('/').at(-1) ?? '', payment, appointment, message };
    },

    /** Opens the link to the payment page. */
    async open(token: string) {
      const { response } = await visitor.get(`/qebul/${token}/odenis`);
      return { location: String(response.headers.location ?? ''), body: response.body, response };
    },

    call: async (fields: Record<string, string>, headers: object = {}) =>
      (
        await visitor.send({
          method: 'POST',
          url: CALLBACK,
          headers: { ...FORM, ...headers },
          payload: new URLSearchParams(fields).toString(),
        })
      ).status,

    see: async (token: string, query = '') =>
      (await visitor.get(`/qebul/${token}${query}`)).response,

    async listStaff(day = '2026-12-03') {
      const staff = await clinic.signInAdmin();
      const list = await staff.get(`/api/admin/appointments?from=${day}&to=${day}`);
      return list.ok<AppointmentList>().appointments.map(({ _id, state, deposit }) => ({
        _id,
        state,
        deposit: deposit?.state,
      }));
    },

    countEntries: async () =>
      (await db.selectFrom('deposit_ledger').select('seq').execute()).length,

    untilState: (status: string) =>
      untilTrue(async () => {
        const rows = await db.selectFrom('deposits').select('status').execute();
        return rows.every((row) => row.status === status);
      }),

    /** The subjects of the next messages. */
    async receive(count: number): Promise<string[]> {
      await untilTrue(() => Promise.resolve(mail.received.length >= count));
      return mail.received.splice(0).map((each) => each.mail.subject ?? '');
    },
  };
}

for (const name of ['epoint', 'azericard'] as const)
  test(`${name}: a time is held, and booked once by callbacks that repeat in any order`, async (t) => {
    const { book, open, call, stand, find, countEntries, listStaff, receive } = await newClinic(
      t,
      name,
    );
    const { token, payment, appointment, message } = await book();
    assert.equal(payment, `https://clinic.example/qebul/${token}/odenis`);
    assert.deepEqual(
      [appointment.state, appointment.heldUntil, appointment.deposit],
      ['held', '2026-12-01T04:15:00.000Z', { amount: 15, state: 'due' }],
    );
    assert.match(message, /depoziti ödəyin/);
    const page = await open(token);
    const declined = stand.pay(await open(token), 'error');
    assert.equal(await call(declined), 200);
    assert.equal((await find(token))?.state, 'held');
    const callback = stand.pay(page);
    const answers = await Promise.all([
      call(callback),
      call(callback),
      call(callback),
      call(declined),
    ]);
    assert.deepEqual(new Set(answers), new Set([200]));
    const booked = await find(token);
    assert.deepEqual([booked?.state, booked?.deposit?.state], ['booked', 'paid']);
    assert.equal(await countEntries(), 2);
    assert.deepEqual(
      (await listStaff()).map(({ state, deposit }) => [state, deposit]),
      [['booked', 'paid']],
    );
    assert.deepEqual(await receive(1), ['Vaxtınız təyin edilib']);
  });

for (const name of ['epoint', 'azericard'] as const)
  test(`${name}: a patient who cancels in time gets the deposit back once, even if answers are lost`, async (t) => {
    const clinic = await newClinic(t, name);
    const { book, open, call, stand, visitor, see, setClock, receive, untilState, countEntries } =
      clinic;
    const { token } = await book();
    const callback = stand.pay(await open(token));
    await call(callback);
    await receive(1);
    assert.match((await see(token, '?cancel=1')).body, /15 AZN depozit kartınıza qaytarılacaq/);
    stand.loseAnswers(true);
    const { message } = (await visitor.post(`${PATH}/${token}/cancel`)).ok<{ message: string }>();
    assert.match(message, /Depozit kartınıza qaytarılacaq/);
    await untilTrue(() => Promise.resolve(stand.states().includes('returned')));
    assert.match((await see(token)).body, /<h1>Depozit qaytarılır<\/h1>/);
    // The next attempt is a minute after the end of this one.
    await untilTrue(async () => {
      const jobs = clinic.db.selectFrom('jobs').select('last_error');
      return (await jobs.where('kind', '=', 'refund-deposit').execute()).every(
        (job) => job.last_error,
      );
    });
    stand.loseAnswers(false);
    setClock(NOW + 10 * MINUTE);
    await book('2026-12-03T06:00:00.000Z', '0501234567');
    await untilState('refunded');
    assert.deepEqual(await receive(1), ['Depozitiniz qaytarıldı']);
    assert.equal(await call(callback), 200);
    assert.deepEqual([await countEntries(), stand.states()], [4, ['returned']]);
  });

test('a late cancellation leaves the deposit with the clinic, which the page says before', async (t) => {
  const { book, open, call, stand, visitor, see, listStaff } = await newClinic(t);
  const { token } = await book(SOON);
  await call(stand.pay(await open(token)));
  assert.match(
    (await see(token, '?cancel=1')).body,
    /24 saatdan az qalıb: 15 AZN depozit qaytarılmır/,
  );
  const { message } = (await visitor.post(`${PATH}/${token}/cancel`)).ok<{ message: string }>();
  assert.match(message, /Depozit qaytarılmır/);
  assert.deepEqual(stand.states(), ['success']);
  assert.deepEqual(
    (await listStaff('2026-12-01')).map(({ state, deposit }) => [state, deposit]),
    [['cancelled', 'retained']],
  );
});

test('staff cancel at any time and the deposit goes back; moving keeps it', async (t) => {
  const { book, open, call, stand, visitor, listStaff, signInAdmin, untilState, find } =
    await newClinic(t);
  const { token } = await book(SOON);
  await call(stand.pay(await open(token)));
  const later = '2026-12-01T07:00:00.000Z';
  (await visitor.post(`${PATH}/${token}/move`, { startsAt: later })).ok();
  assert.deepEqual((await find(token))?.deposit, { amount: 15, state: 'paid' });
  const [found] = await listStaff('2026-12-01');
  (await (await signInAdmin()).delete(`/api/admin/appointments/${found?._id}`)).ok();
  await untilState('refunded');
  assert.deepEqual(stand.states(), ['returned']);
});

test('a payment after the hold books the time where it is free, and goes back where it is taken', async (t) => {
  const { book, open, call, stand, setClock, find, see, receive } = await newClinic(t);
  const free = await book();
  const other = '2026-12-03T06:00:00.000Z';
  const taken = await book(other, '0501234567');
  const pages = [await open(free.token), await open(taken.token)];
  // The due checks of both payments find nothing yet.
  setClock(NOW + 20 * MINUTE);
  assert.equal((await see(free.token)).statusCode, 404);
  await book(other, '0507654321');
  for (const page of pages) assert.equal(await call(stand.pay(page)), 200);
  assert.equal((await find(free.token))?.state, 'booked');
  assert.match((await see(taken.token)).body, /<h1>Depozit qaytarılır<\/h1>/);
  await untilTrue(() => Promise.resolve(stand.states().includes('returned')));
  assert.deepEqual(stand.states(), ['success', 'returned']);
  assert.deepEqual((await receive(2)).sort(), ['Depozitiniz qaytarıldı', 'Vaxtınız təyin edilib']);
});

test('of two payments for one appointment, the second one goes back', async (t) => {
  const { book, open, call, stand, find } = await newClinic(t);
  const { token } = await book();
  const pages = [await open(token), await open(token)];
  for (const page of pages) await call(stand.pay(page));
  await untilTrue(() => Promise.resolve(stand.states().includes('returned')));
  assert.deepEqual(stand.states(), ['success', 'returned']);
  assert.deepEqual((await find(token))?.deposit, { amount: 15, state: 'paid' });
});

test('a payment whose callback was lost is looked up when the browser returns, and by a job', async (t) => {
  const { book, open, stand, see, setClock, find, db, listStaff } = await newClinic(t);
  const first = await book();
  stand.pay(await open(first.token));
  assert.match((await see(first.token)).body, /<h1>Depoziti ödəyin<\/h1>/);
  assert.match((await see(first.token, '?paid=1')).body, /<h1>Vaxtınız təyin edilib<\/h1>/);
  const second = await book('2026-12-03T06:00:00.000Z', '0501234567');
  const page = await open(second.token);
  assert.match((await see(second.token, '?paid=1')).body, /Ödəniş hələ təsdiqlənməyib/);
  stand.pay(page);
  setClock(NOW + 16 * MINUTE);
  await listStaff();
  await untilTrue(async () => {
    const rows = await db.selectFrom('deposits').select('status').execute();
    return rows.every(({ status }) => status === 'paid');
  });
  assert.equal((await find(second.token))?.state, 'booked');
});

test('forged callbacks are refused and limited, and book nothing', async (t) => {
  const { book, open, call, stand, find, countEntries } = await newClinic(t, 'epoint', true);
  const { token } = await book();
  const genuine = stand.pay(await open(token));
  const content = { order_id: '100000', transaction: 'te1', amount: 15, status: 'success' };
  const forged = [{}, epointCallback(content, 'guessed'), { ...genuine, signature: 'x' }];
  for (const fields of forged) assert.equal(await call({ ...fields }), 403);
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1)
    statuses.push(await call({ data: 'x', signature: 'y' }));
  assert.equal(statuses.at(-1), 429);
  assert.deepEqual([(await find(token))?.state, await countEntries()], ['held', 0]);
  assert.equal(await call(epointCallback(content)), 200);
  assert.equal(await call(genuine), 200);
  assert.equal((await find(token))?.state, 'booked');
});

test('a held time with a deposit is not confirmed without it, and a cancelled one refunds a late payment', async (t) => {
  const { book, open, call, stand, visitor, untilState } = await newClinic(t);
  const { token } = await book();
  const page = await open(token);
  const refused = (await visitor.post(`${PATH}/${token}/confirm`)).refused(409);
  assert.match(refused.message, /depozit ödənildikdən sonra/);
  (await visitor.post(`${PATH}/${token}/cancel`)).ok();
  await call(stand.pay(page));
  await untilState('refunded');
  assert.deepEqual(stand.states(), ['returned']);
});

test('the page names amount and rule in each language, and says where the provider is not reached', async (t) => {
  const { book, see, open, stand, visitor, kind } = await newClinic(t);
  const choice = await see(await reserve(visitor), `?kind=${kind._id}`);
  assert.match(choice.body, /kartla 15 AZN depozit[\s\S]*ən azı 24 saat əvvəl/);
  const { token } = await book();
  assert.match((await see(token)).body, /href="\/qebul\/[\w-]{43}\/odenis">15 AZN ödə</);
  assert.match((await see(token, '?lang=ru')).body, /Оплатить 15 AZN/);
  assert.match((await see(token, '?lang=en')).body, /at least 24 hours before[\s\S]*Pay 15 AZN/);
  stand.loseAnswers(true);
  const { response, body } = await open(token);
  assert.equal(response.statusCode, 503);
  assert.match(body, /Ödəniş səhifəsi açılmadı/);
});

test('deposits are off by default: kinds refuse them, bookings need none, no callback exists', async (t) => {
  const { admin, visitor, device, kind, db } = await newCalendar(t, { now: () => NOW });
  const path = `/api/admin/kinds/${kind._id}`;
  const refused = (await admin.put(path, someKind([device], { deposit: 15 }))).refused(400);
  assert.deepEqual(
    refused.fields?.map((field) => field.path),
    ['deposit'],
  );
  assert.match(refused.message, /Ödəniş səhifəsi qurulmayıb|payment page/);
  const list = (await admin.get('/api/admin/kinds')).ok<KindList>();
  assert.equal(list.takesDeposits, false);
  // A deposit from the time when a payment page was configured.
  await db.updateTable('examination_kinds').set({ deposit: 1_500 }).execute();
  const { kinds } = (await visitor.get(`${PATH}/kinds`)).ok<OfferedKinds>();
  assert.equal(kinds[0]?.deposit, null);
  const booking = await reserve(visitor);
  const answer = await visitor.post(PATH, { booking, kind: kind._id, startsAt: START });
  const { appointment, payment } = answer.ok<CreatedBooking>();
  assert.deepEqual([appointment.state, appointment.deposit, payment], ['booked', null, null]);
  (await visitor.post(CALLBACK, {})).refused(404);
});

test('a deposit is an amount up to the price', async (t) => {
  const { admin, device, kind } = await newClinic(t);
  assert.equal((await admin.get('/api/admin/kinds')).ok<KindList>().takesDeposits, true);
  const path = `/api/admin/kinds/${kind._id}`;
  for (const fields of [
    { deposit: 60.51 },
    { deposit: -1 },
    { deposit: 'x' },
    { deposit: 5, price: null },
  ])
    assert.equal(
      (await admin.put(path, someKind([device], fields))).refused(400).fields?.[0]?.path,
      'deposit',
    );
  for (const [deposit, stored] of [
    ['60,50', 60.5],
    ['', null],
    [0, null],
  ] as const)
    assert.equal(
      (await admin.put(path, someKind([device], { deposit }))).ok<KindAnswer>().kind.deposit,
      stored,
    );
});
