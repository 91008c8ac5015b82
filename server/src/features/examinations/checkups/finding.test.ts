/** Search of partners among their own checkups, and of staff for checkups without X-rays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckupList, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { newCheckup, newFile } from '@deqiq/testkit/databases/rows.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import * as repo from './checkups.repo.ts';
import * as checkupFiles from './files/checkup-files.repo.ts';

const OWN = '/api/partner/misc/checkups';
const ALL = '/api/admin/checkups';

const lastNames = ({ checkups }: { checkups: { lastName: string }[] }) =>
  checkups.map(({ lastName }) => lastName);

test("a partner's list", async (t) => {
  const world = await newWorld(t);
  const { db } = world;
  const { partner, client } = await world.signedInPartner();
  const stranger = await world.addPartner();
  // The day changes in Baku at 20:00 UTC.
  for (const [first_name, last_name, status, created_at] of [
    ['Nərgiz', 'Quliyeva', 'completed', '2026-11-19T19:59:59.999Z'],
    ['İlqar', 'Şükürov', 'pending', '2026-11-19T20:00:00.000Z'],
    ['Aysel', 'Quliyeva-Işıq', 'cancelled', '2026-11-20T20:00:00.000Z'],
  ] as const) {
    const row = { first_name, last_name, status, created_at };
    await repo.insert(db, newCheckup(partner._id, row));
    await repo.insert(db, newCheckup(stranger._id, { ...row, last_name: `${last_name} başqa` }));
  }
  const find = async (query: string) => {
    const answer = (await client.get(`${OWN}?${query}`)).ok<OwnCheckupList>();
    assert.equal(answer.pagination.totalItems, answer.checkups.length);
    return lastNames(answer);
  };

  await t.test('is found by patient, whatever the case and the marks', async () => {
    for (const name of ['nərgiz', 'NERGIZ', 'Nərgiz QULİYEVA', 'quliyeva n'])
      assert.deepEqual(await find(`name=${encodeURIComponent(name)}`), ['Quliyeva'], name);
    assert.deepEqual(await find('name=ilqar'), ['Şükürov']);
    assert.deepEqual(await find('name=SUKUR'), ['Şükürov']);
    assert.deepEqual(await find('name=isiq'), ['Quliyeva-Işıq']);
    assert.deepEqual(await find('name=quliyeva'), ['Quliyeva-Işıq', 'Quliyeva']);
    assert.deepEqual(await find('name=basqa'), []);
    assert.deepEqual(await find('name=%25'), []);
  });

  await t.test('is filtered by state and by days in Baku, alone and together', async () => {
    assert.deepEqual(await find('status=pending'), ['Şükürov']);
    assert.deepEqual(await find('to=2026-11-19'), ['Quliyeva']);
    assert.deepEqual(await find('from=2026-11-20&to=2026-11-20'), ['Şükürov']);
    assert.deepEqual(await find('name=quliyeva&status=cancelled&from=2026-11-21'), [
      'Quliyeva-Işıq',
    ]);
    assert.deepEqual(await find('name=quliyeva&status=pending'), []);
    const all = ['Quliyeva-Işıq', 'Şükürov', 'Quliyeva'];
    assert.deepEqual(await find(''), all);
    assert.deepEqual(await find('name=&status=&from=&to=&unseen='), all);
  });

  await t.test('shows results that were not opened; opening one changes list and tag', async () => {
    const { _id: id } = await world.addCheckup({ partner: partner._id });
    const url = `${OWN}?unseen=true`;
    const first = await client.get(url);
    assert.equal(first.ok<OwnCheckupList>().checkups[0]?._id, id);
    assert.equal(first.ok<OwnCheckupList>().pagination.totalItems, 1);
    const tag = { 'if-none-match': String(first.response.headers.etag) };
    assert.equal((await client.get(url, tag)).status, 304);
    (await client.post(`/api/partner/checkups/${id}/opened`)).ok();
    assert.deepEqual((await client.get(url, tag)).ok<OwnCheckupList>().checkups, []);
    assert.deepEqual((await client.get(url)).ok<OwnCheckupList>().pagination.totalItems, 0);
  });

  await t.test('refuses a filter that means nothing, in Azerbaijani', async () => {
    for (const [query, path, message] of [
      ['status=done', 'status', 'Düzgün status seçin'],
      ['from=2026-02-30', 'from', 'Tarix belə yazılmalıdır: 2026-11-20'],
      ['unseen=yes', 'unseen', 'unseen yalnız true ola bilər'],
      [`name=${'x'.repeat(300)}`, 'name', undefined],
    ] as const) {
      const { fields = [] } = (await client.get(`${OWN}?${query}`)).refused(400);
      assert.equal(fields[0]?.path, path);
      if (message) assert.equal(fields[0]?.message, message);
    }
  });
});

test('staff list what has no X-ray files yet, the longest waiting first', async (t) => {
  const { db, admin, addPartner } = await newWorld(t);
  const a = await addPartner();
  const b = await addPartner();
  for (const [last_name, partner, status, kind] of [
    ['Bir', a, 'pending', 'file'],
    ['İki', b, 'pending', 'xray'],
    ['Üç', b, 'pending', 'file'],
    ['Dörd', a, 'completed', 'file'],
    ['Beş', a, 'pending', undefined],
  ] as const) {
    const checkup = newCheckup(partner._id, { first_name: 'Nigar', last_name, status });
    await repo.insert(db, checkup);
    if (kind) await checkupFiles.insertFiles(db, [newFile(checkup.id, { kind })]);
  }
  const find = async (query: string) =>
    lastNames((await admin.get(`${ALL}?${query}`)).ok<CheckupList>());
  assert.deepEqual(await find('xrays=none'), ['Beş', 'Üç', 'Bir']);
  assert.deepEqual(await find('xrays=none&order=oldest'), ['Bir', 'Üç', 'Beş']);
  assert.deepEqual(await find(`xrays=none&order=oldest&partner=${a._id}`), ['Bir', 'Beş']);
  assert.deepEqual(await find('xrays=none&status=completed'), ['Dörd']);
  assert.deepEqual(await find('xrays=none&name=nigar+bes'), ['Beş']);
  assert.deepEqual(await find('order=oldest'), ['Bir', 'İki', 'Üç', 'Dörd', 'Beş']);
  for (const [page, expected] of [
    [1, ['Bir', 'İki']],
    [2, ['Üç', 'Dörd']],
    [3, ['Beş']],
    [4, []],
  ] as const)
    assert.deepEqual(await find(`order=oldest&limit=2&page=${page}`), expected);
  const { checkups } = (await admin.get(`${ALL}?xrays=none`)).ok<CheckupList>();
  await checkupFiles.insertFiles(db, [newFile(checkups[0]?._id ?? '', { kind: 'xray' })]);
  assert.deepEqual(await find('xrays=none'), ['Üç', 'Bir']);
  (await admin.get(`${ALL}?xrays=some`)).refused(400);
  (await admin.get(`${ALL}?order=newest`)).refused(400);
});
