import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type {
  ContactMessage,
  ContactMessageList,
  PartnerApplicationList,
  ReservationList,
} from '@deqiq/contract/site/application-lists.ts';
import { addDevice, addKind } from '@deqiq/testkit/http/booking.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { thankYouPage } from './plain-page.ts';

const person = {
  fullName: 'Nigar Hüseynova',
  email: 'nigar@example.az',
  phone: '+994 50 123 45 67',
};

const forms = {
  reservation: {
    url: '/api/misc/reservation-application',
    list: '/api/admin/applications/reservation',
    one: '/api/admin/applications/reservations',
    fields: { ...person, partnerFullName: 'Dr. Əliyev' },
    message:
      'Rezervasiya müraciətiniz uğurla qeydə alındı. Ən yaxın zamanda sizinlə əlaqə saxlanılacaq',
  },
  partner: {
    url: '/api/misc/partner-application',
    list: '/api/admin/applications/partner',
    one: '/api/admin/applications/partners',
    fields: { ...person, clinicName: 'Ağ Diş', clinicPhone: '0125550120' },
    message: 'Tərəfdaşlıq müraciətiniz uğurla qeydə alındı',
  },
  contact: {
    url: '/api/misc/contact-message',
    list: '/api/admin/applications/contact',
    one: '/api/admin/applications/contacts',
    fields: { ...person, message: 'Saat neçəyə qədər işləyirsiniz?' },
    message: 'Mesajınız uğurla qeydə alındı. Ən yaxın zamanda sizinlə əlaqə saxlanılacaq',
  },
} as const;

type Form = (typeof forms)[keyof typeof forms];
type AnyList = ReservationList | PartnerApplicationList | ContactMessageList;

interface FormAnswer {
  readonly message: string;
  readonly booking?: string;
}

/** Only a reservation is answered with a token, also that of a bot. */
function assertAnswer({ booking, ...answer }: FormAnswer, form: Form): void {
  assert.deepEqual(answer, { message: form.message });
  assert.equal(booking?.length, form === forms.reservation ? 43 : undefined);
}

const rows = async ({ admin }: World, { list }: Form) =>
  (await admin.get(list)).ok<AnyList>().applications;

for (const [name, form] of Object.entries(forms)) {
  describe(`the ${name} form`, () => {
    test('is stored trimmed and read by staff, newest first', async (t) => {
      const world = await newWorld(t);
      (await world.visitor.post(form.url, { ...form.fields, fullName: 'Bir' })).ok();
      const sent = { ...form.fields, fullName: '  Nigar Hüseynova ' };
      const answer = (await world.visitor.post(form.url, sent)).ok<FormAnswer>();
      assertAnswer(answer, form);
      const [row, older] = await rows(world, form);
      assert.ok(row);
      const { _id, createdAt, ...rest } = row;
      const { status, note, handledBy, handledAt, version, ...fields } = rest;
      assert.deepEqual([status, note, handledBy, handledAt, version], ['new', '', '', null, 1]);
      assert.deepEqual(fields, form.fields);
      assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.equal(older?.fullName, 'Bir');
      const [line] = await world.db
        .selectFrom('audit')
        .selectAll()
        .where('object_id', '=', _id)
        .execute();
      assert.equal(line?.action, 'create');
      assert.equal(line?.person_id, null);
      assert.equal(line?.address, '127.0.0.1');
    });

    test('reads a browser’s form and a program’s JSON alike', async (t) => {
      const world = await newWorld(t);
      (await world.visitor.form('POST', form.url, { ...form.fields })).ok();
      const payload = new URLSearchParams({ ...form.fields }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      (await world.visitor.send({ method: 'POST', url: form.url, payload, headers })).ok();
      assert.equal((await rows(world, form)).length, 2);
    });

    test('thanks a bot that fills the honeypot, and stores nothing', async (t) => {
      const world = await newWorld(t);
      const trapped = { ...form.fields, website: 'https://example.az' };
      const answer = (await world.visitor.post(form.url, trapped)).ok<FormAnswer>();
      assertAnswer(answer, form);
      assert.deepEqual(await rows(world, form), []);
      (await world.visitor.post(form.url, { ...form.fields, website: '' })).ok();
      assert.equal((await rows(world, form)).length, 1);
    });

    test('is deleted by staff, once', async (t) => {
      const world = await newWorld(t);
      (await world.visitor.post(form.url, form.fields)).ok();
      const [row] = await rows(world, form);
      const url = `${form.one}/${row?._id}`;
      assert.deepEqual((await world.admin.delete(url)).ok<object>(), { message: 'Deleted!' });
      (await world.admin.delete(url)).refused(404);
      assert.deepEqual(await rows(world, form), []);
      const { client } = await world.signedInPartner();
      for (const [who, status] of [
        [world.visitor, 401],
        [client, 403],
      ] as const) {
        (await who.get(form.list)).refused(status);
        (await who.delete(url)).refused(status);
      }
    });

    test('is found by name; twenty to a page; an unchanged poll is 304', async (t) => {
      const world = await newWorld(t);
      const { visitor, admin } = world;
      for (let n = 1; n <= 21; n += 1)
        (await visitor.post(form.url, { ...form.fields, fullName: `Şəmsi ${n}` })).ok();
      const page = async (query: string) => (await admin.get(form.list + query)).ok<AnyList>();
      const first = await page('');
      assert.equal(first.applications.length, 20);
      assert.equal(first.pagination.totalPages, 2);
      assert.deepEqual(
        (await page('?fullName=SEMSI%201&limit=100')).applications.map((row) => row.fullName),
        ['19', '18', '17', '16', '15', '14', '13', '12', '11', '10', '1'].map((n) => `Şəmsi ${n}`),
      );
      assert.deepEqual((await page('?page=3')).applications, []);
      (await admin.get(`${form.list}?limit=101`)).refused(400);
      const { etag } = (await admin.get(form.list)).response.headers;
      const poll = () => admin.get(form.list, { 'if-none-match': etag });
      assert.equal((await poll()).status, 304);
      (await visitor.post(form.url, form.fields)).ok();
      (await poll()).ok();
    });
  });
}

describe('a form that breaks a rule', () => {
  const refusal = async ({ visitor }: World, { url, fields }: Form, change: object) =>
    (await visitor.post(url, { ...fields, ...change })).refused(400);

  test('gets the message of the field, in every form', async (t) => {
    const world = await newWorld(t);
    const email = 'Düzgün email formatı daxil edin';
    const phone = 'Düzgün telefon nömrəsi daxil edin';
    const cases: [Form, object, string][] = [
      ...Object.values(forms).flatMap((form): [Form, object, string][] => [
        [form, { fullName: ' ' }, 'Ad Soyad daxil edilməlidir'],
        [form, { fullName: undefined }, 'Ad Soyad daxil edilməlidir'],
        [form, { email: 'nigar@example' }, email],
        [form, { email: 'nigar example.az' }, email],
        [form, { phone: '' }, 'Telefon nömrəsi daxil edilməlidir'],
        [form, { phone: '050123456' }, phone],
        [form, { phone: '1234567890123456' }, phone],
        [form, { phone: '+994-50-123-45-67' }, phone],
        [form, { phone: '++994501234567' }, phone],
        [form, { phone: 501234567 }, 'Telefon nömrəsi daxil edilməlidir'],
        [form, { fullName: 'Nigar\u0000' }, 'Mətndə icazə verilməyən simvol var'],
        [form, { fullName: 'N'.repeat(201) }, 'Mətn ən çox 200 simvol ola bilər'],
      ]),
      [forms.reservation, { email: ' ' }, 'Email daxil edilməlidir'],
      [forms.partner, { email: undefined }, 'Email daxil edilməlidir'],
      [forms.reservation, { partnerFullName: ' ' }, 'Həkimin adı soyadı daxil edilməlidir'],
      [forms.partner, { clinicName: '' }, 'Klinika adı daxil edilməlidir'],
      [forms.partner, { clinicPhone: ' ' }, 'Klinika telefon nömrəsi daxil edilməlidir'],
      [forms.partner, { clinicPhone: '12345' }, phone],
      [forms.contact, { email: 7 }, email],
      [forms.contact, { message: 'x'.repeat(5_001) }, 'Mətn ən çox 5000 simvol ola bilər'],
    ];
    for (const [form, change, message] of cases) {
      const answer = await refusal(world, form, change);
      assert.equal(answer.message, message, JSON.stringify(change));
      assert.deepEqual(answer.fields, [{ path: Object.keys(change)[0], message }]);
    }
    for (const form of Object.values(forms)) assert.deepEqual(await rows(world, form), []);
  });

  test('names every failing field and shows the first message', async (t) => {
    const { visitor } = await newWorld(t);
    const empty = (await visitor.post(forms.partner.url, {})).refused(400);
    assert.equal(empty.message, 'Ad Soyad daxil edilməlidir');
    assert.deepEqual(
      empty.fields?.map((field) => field.path),
      ['fullName', 'email', 'phone', 'clinicName', 'clinicPhone'],
    );
  });

  test('a message needs a name and a phone number, nothing else', async (t) => {
    const world = await newWorld(t);
    const { fullName, phone } = person;
    (await world.visitor.post(forms.contact.url, { fullName, phone })).ok();
    (await world.visitor.post(forms.contact.url, { fullName, phone, email: '', message: '' })).ok();
    const [row] = await rows(world, forms.contact);
    assert.deepEqual(
      [row?.fullName, row?.email, row?.phone, (row as ContactMessage).message],
      [fullName, '', phone, ''],
    );
  });
});

describe('too many forms', () => {
  const { url, fields } = forms.reservation;
  const MINUTE = 60_000;

  test('twenty a minute from one address; then the number to call, until the minute is over', async (t) => {
    let now = Date.now();
    const world = await newWorld(t, { rateLimits: true, now: () => now });
    const send = (remoteAddress: string, to: string = url, payload: object = fields) =>
      world.visitor.send({ method: 'POST', url: to, payload, remoteAddress });
    for (let n = 0; n < 10; n += 1) (await send('10.0.0.1')).ok();
    for (let n = 0; n < 9; n += 1) (await send('10.0.0.1', forms.contact.url)).ok();
    (await send('10.0.0.1', url, {})).refused(400);
    now += 20_000;
    const answer = await send('10.0.0.1');
    assert.match(answer.refused(429).message, /\+994 12 555 01 20/);
    assert.equal(answer.response.headers['retry-after'], '40');
    (await send('10.0.0.2')).ok();
    now += 40_000;
    (await send('10.0.0.1')).ok();
  });

  test('five hundred an hour', async (t) => {
    let now = Date.now();
    const { visitor } = await newWorld(t, { rateLimits: true, now: () => now });
    const send = () => visitor.post(url, { ...fields, website: 'x' });
    for (let minute = 0; minute < 25; minute += 1) {
      for (let n = 0; n < 20; n += 1) (await send()).ok();
      now += MINUTE;
    }
    const answer = await send();
    answer.refused(429);
    assert.equal(answer.response.headers['retry-after'], String(35 * 60));
    now += 35 * MINUTE;
    (await send()).ok();
  });

  test('an IPv6 client is its network', async (t) => {
    const { visitor } = await newWorld(t, { rateLimits: true });
    const send = (remoteAddress: string) =>
      visitor.send({ method: 'POST', url, payload: fields, remoteAddress });
    for (let n = 0; n < 20; n += 1) (await send(`2001:db8:1:1::${n}`)).ok();
    (await send('2001:db8:1:1:ffff::1')).refused(429);
    (await send('2001:db8:1:2::1')).ok();
  });

  test('nothing is counted when limits are off', async (t) => {
    const { visitor } = await newWorld(t);
    for (let n = 0; n < 25; n += 1) (await visitor.post(url, fields)).ok();
  });
});

test('a page escapes its text', () => {
  assert.match(
    thankYouPage('<i>', 'A & "B"'),
    /<h1>&lt;i&gt;<\/h1>\n<p>A &amp; &quot;B&quot;<\/p>/,
  );
});

describe('a browser without script', () => {
  const { url, fields } = forms.reservation;

  const submit = ({ visitor }: World, payload: Record<string, string>, to: string = url) =>
    visitor.send({
      method: 'POST',
      url: to,
      payload: new URLSearchParams(payload).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      },
    });

  test('is answered in the language of its page', async (t) => {
    const world = await newWorld(t);
    const { response } = await submit(world, { ...fields, language: 'ru' });
    assert.match(response.body, /<html lang="ru">[\s\S]*На главную страницу/);
    const bad = await submit(world, { language: 'en' }, forms.contact.url);
    assert.equal(bad.status, 400);
    assert.match(bad.response.body, /<html lang="en">[\s\S]*Back to the form/);
    assert.equal((await rows(world, forms.reservation)).length, 1);
  });

  test('is led to free times where the clinic offers kinds of examination', async (t) => {
    const world = await newWorld(t);
    const device = await addDevice(world.admin);
    await addKind(world.admin, [device]);
    const { response } = await submit(world, { ...fields, language: 'ru' });
    const [, path = ''] =
      /<a class="button" href="(\/qebul\/[\w-]{43}\?lang=ru)">/.exec(response.body) ?? [];
    assert.match((await world.visitor.get(path)).response.body, /<h1>Выберите время<\/h1>/);
  });

  test('receives a page of thanks with a link home', async (t) => {
    const world = await newWorld(t);
    const { status, response } = await submit(world, { ...fields, website: '' });
    assert.equal(status, 200);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(String(response.headers['content-security-policy']), /default-src 'none'/);
    const style = response.body.split(/<\/?style>/)[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.ok(String(response.headers['content-security-policy']).includes(`'sha256-${hash}'`));
    assert.match(response.body, /<html lang="az">/);
    assert.ok(response.body.includes(forms.reservation.message));
    assert.match(response.body, /<h1>Təşəkkür Edirik!<\/h1>/);
    assert.match(response.body, /href="\/"/);
    assert.equal((await rows(world, forms.reservation)).length, 1);
  });

  test('reads every wrong field, and how to get back to the form', async (t) => {
    const world = await newWorld(t);
    const { status, response } = await submit(world, { email: '<b>x</b>' }, forms.partner.url);
    assert.equal(status, 400);
    for (const sentence of [
      'Ad Soyad daxil edilməlidir',
      'Düzgün email formatı daxil edin',
      'Telefon nömrəsi daxil edilməlidir',
      'Klinika adı daxil edilməlidir',
      'Klinika telefon nömrəsi daxil edilməlidir',
    ])
      assert.ok(response.body.includes(`<p>${sentence}</p>`), sentence);
    assert.match(response.body, /href="\/partnyorlar"/);
    assert.doesNotMatch(response.body, /<b>/);
    assert.deepEqual(await rows(world, forms.partner), []);
  });

  test('receives the telephone number when there were too many', async (t) => {
    const world = await newWorld(t, { rateLimits: true });
    for (let n = 0; n < 20; n += 1) await submit(world, fields);
    const { status, response } = await submit(world, fields, forms.contact.url);
    assert.equal(status, 429);
    assert.ok(Number(response.headers['retry-after']) > 0);
    assert.match(response.body, /zəng edin: \+994 12 555 01 20/);
    assert.match(response.body, /href="\/elaqe"/);
  });
});
