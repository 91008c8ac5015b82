import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addKind, newCalendar, reserve, someHours } from '@deqiq/testkit/http/booking.ts';

/** A Tuesday in Baku, 8 o'clock. */
const NOW = Date.parse('2026-12-01T04:00:00Z');
const START = '2026-12-03T05:00:00.000Z';

/** A visitor with a link, who sees pages and presses their buttons. */
async function newVisit(t: TestContext) {
  const clinic = await newCalendar(t, { now: () => NOW });
  const { visitor } = clinic;
  const path = `/qebul/${await reserve(visitor)}`;
  const press = async (fields: Record<string, string>, below = '') =>
    (
      await visitor.send({
        method: 'POST',
        url: path + below,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
    ).response;
  return {
    ...clinic,
    path,
    press,
    see: async (query = '', cookie = '') => (await visitor.get(path + query, { cookie })).response,
    book: (startsAt = START) => press({ kind: clinic.kind._id, startsAt }),
  };
}

test('a time is booked by one press without JavaScript, and shown with place and preparation', async (t) => {
  const { see, book, path } = await newVisit(t);
  const choice = await see();
  assert.equal(choice.statusCode, 200);
  assert.match(choice.body, /<h1>Vaxt seçin<\/h1>[\s\S]*<b>KLKT<\/b>, 30 dəqiqə, 60,50 AZN/);
  assert.match(choice.body, /<h2 id="d2026-12-03">cümə axşamı, 3 dekabr 2026<\/h2>/);
  assert.ok(choice.body.includes(`<button name="startsAt" value="${START}">09:00</button>`));
  assert.doesNotMatch(choice.body, /<script/);
  const { headers } = choice;
  assert.equal(headers['cache-control'], 'private, no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.match(String(headers['x-robots-tag']), /noindex/);

  const booked = await book();
  assert.deepEqual([booked.statusCode, booked.headers.location], [303, path]);
  const { body } = await see();
  assert.match(body, /<h1>Vaxtınız təyin edilib<\/h1>/);
  assert.match(body, /cümə axşamı, 3 dekabr 2026, 09:00/);
  assert.match(body, /Zinət əşyalarını çıxarın/);
  assert.match(body, /destination=40\.4024%2C49\.8713/);
  assert.match(body, /href="\/api\/misc\/booking\/[\w-]{43}\/calendar\.ics"/);
});

test('a time that was taken meanwhile is refused beside the others', async (t) => {
  const { see, book, visitor, kind } = await newVisit(t);
  const booking = await reserve(visitor);
  const other = { booking, kind: kind._id, startsAt: START };
  (await visitor.post('/api/misc/booking', other)).ok();
  const refused = await book();
  assert.equal(refused.statusCode, 409);
  assert.match(refused.body, /role="alert">Bu vaxt tutulub, başqasını seçin</);
  assert.ok(!refused.body.includes(`value="${START}"`));
  assert.ok(refused.body.includes('value="2026-12-03T05:30:00.000Z"'));
  assert.match((await see()).body, /<h1>Vaxt seçin<\/h1>/);
});

test('an appointment is moved, and cancelled after a question', async (t) => {
  const { see, book, press } = await newVisit(t);
  await book();
  assert.match((await see('?move=1')).body, /<h1>Başqa vaxt seçin<\/h1>/);
  assert.equal((await book('2026-12-03T06:00:00.000Z')).statusCode, 303);
  assert.match((await see()).body, /3 dekabr 2026, 10:00/);
  const question = await see('?cancel=1');
  assert.match(question.body, /<h1>Qəbul ləğv edilsin\?<\/h1>[\s\S]*3 dekabr 2026, 10:00/);
  assert.match((await see()).body, /Vaxtınız təyin edilib/);
  const cancelled = await press({}, '/legv');
  assert.deepEqual(
    [cancelled.statusCode, cancelled.body.includes('Qəbul ləğv edildi')],
    [200, true],
  );
  const ended = await see();
  assert.equal(ended.statusCode, 404);
  assert.match(ended.body, /Bu keçid artıq etibarlı deyil/);
});

test('several kinds are offered first; a link without any says whom to call', async (t) => {
  const { see, admin, kind, device } = await newVisit(t);
  const { _id } = await addKind(admin, [device], {
    examination: 'panoramic',
    name: { az: 'Panoram <1>', ru: 'Панорама', en: 'Panoramic' },
    price: null,
  });
  const { body } = await see('?lang=ru');
  assert.match(body, /Какое обследование вам нужно\?/);
  assert.ok(body.includes(`?kind=${_id}">Панорама <small>30 минут</small>`));
  assert.match((await see()).body, /Panoram &lt;1>|Panoram &lt;1&gt;/);
  assert.match((await see(`?kind=${_id}`)).body, /<h2[\s\S]*Başqa müayinə|Başqa müayinə[\s\S]*<h2/);
  for (const id of [kind._id, _id]) (await admin.delete(`/api/admin/kinds/${id}`)).ok();
  assert.match((await see()).body, /Onlayn vaxt seçmək hələ mümkün deyil[\s\S]*tel:\+994125550120/);
});

test('days go forward and back, and what means nothing is ignored', async (t) => {
  const { see, press, admin, device } = await newVisit(t);
  const { body } = await see('?from=2026-12-08');
  assert.match(body, /id="d2026-12-08"/);
  assert.match(body, /from=2026-12-01[\s\S]*from=2026-12-15/);
  for (const query of ['?from=never', '?kind=none', '?move=1', '?cancel=1'])
    assert.match((await see(query)).body, /id="d2026-12-01"/);
  for (const fields of [{}, { startsAt: 'soon' }])
    assert.equal((await press({ ...fields })).statusCode, 303);
  (
    await admin.put('/api/admin/opening-hours', { hours: { ...someHours([device]), machines: [] } })
  ).ok();
  assert.match((await see()).body, /Bu günlərdə boş vaxt yoxdur/);
});

test('an unknown link is a page that says so', async (t) => {
  const { visitor } = await newCalendar(t, { now: () => NOW });
  for (const method of ['GET', 'POST'] as const) {
    const { response } = await visitor.send({
      method,
      url: `/qebul/${'x'.repeat(43)}`,
      payload: { kind: 'a', startsAt: START },
    });
    assert.equal(response.statusCode, 404);
    assert.match(response.body, /<h1>Bu keçid artıq etibarlı deyil<\/h1>/);
  }
});
