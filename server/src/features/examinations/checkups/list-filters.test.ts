/** The optional filters of the staff's lists: checkups, labs and payments. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newCheckup } from '@deqiq/testkit/databases/rows.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { newId } from '../../../platform/ids.ts';
import * as payments from '../../office/payments/payments.repo.ts';
import * as checkups from './checkups.repo.ts';

const URL = '/api/admin/checkups';

/** Checkups of two partners; the day changes in Baku at 20:00 UTC. */
async function withCheckups(t: TestContext) {
  const world = await newWorld(t);
  const a = await world.addPartner();
  const b = await world.addPartner();
  const rows = [
    { of: a, last_name: 'Bir', status: 'completed', created_at: '2026-11-19T19:59:59.999Z' },
    { of: a, last_name: 'İki', status: 'pending', created_at: '2026-11-19T20:00:00.000Z' },
    { of: b, last_name: 'Üç', status: 'pending', created_at: '2026-11-20T19:59:59.999Z' },
    { of: b, last_name: 'Dörd', status: 'completed', created_at: '2026-11-20T20:00:00.000Z' },
  ] as const;
  for (const { of, ...row } of rows)
    await checkups.insert(world.db, newCheckup(of._id, { first_name: 'Nigar', ...row }));
  const list = async (query: string) => {
    const answer = (await world.admin.get(`${URL}?${query}`)).ok<{
      checkups: { lastName: string }[];
      pagination: { totalItems: number };
    }>();
    assert.equal(answer.pagination.totalItems, answer.checkups.length);
    return answer.checkups.map(({ lastName }) => lastName);
  };
  return { ...world, a, b, list };
}

test('checkups are filtered by state, partner and whole days in Baku, alone and together', async (t) => {
  const { list, a, b } = await withCheckups(t);
  assert.deepEqual(await list(''), ['Dörd', 'Üç', 'İki', 'Bir']);
  assert.deepEqual(await list('status=&partner=&from=&to='), ['Dörd', 'Üç', 'İki', 'Bir']);
  assert.deepEqual(await list('status=pending'), ['Üç', 'İki']);
  assert.deepEqual(await list('status=cancelled'), []);
  assert.deepEqual(await list(`partner=${a._id}`), ['İki', 'Bir']);
  assert.deepEqual(await list('partner=nobody'), []);
  assert.deepEqual(await list('from=2026-11-20&to=2026-11-20'), ['Üç', 'İki']);
  assert.deepEqual(await list('to=2026-11-19'), ['Bir']);
  assert.deepEqual(await list('from=2026-11-21'), ['Dörd']);
  assert.deepEqual(await list(`status=pending&partner=${b._id}&from=2026-11-20`), ['Üç']);
  assert.deepEqual(await list('name=nig&status=pending'), ['Üç', 'İki']);
  assert.deepEqual(await list(`name=nigar+ik&status=pending&partner=${a._id}`), ['İki']);
  assert.deepEqual(await list(`name=nigar+ik&status=pending&partner=${b._id}`), []);
});

test('a filter that means nothing is refused by its name', async (t) => {
  const { admin } = await newWorld(t);
  for (const [query, path] of [
    ['status=done', 'status'],
    ['from=2026-02-30', 'from'],
    ['to=today', 'to'],
    [`partner=${'x'.repeat(300)}`, 'partner'],
  ] as const) {
    const refused = (await admin.get(`${URL}?${query}`)).refused(400);
    assert.deepEqual(
      refused.fields?.map((field) => field.path),
      [path],
    );
  }
  (await admin.get('/api/admin/labs?status=cancelled')).refused(400);
  (await admin.get('/api/admin/payments?status=cancelled')).refused(400);
});

test('labs are filtered by state, partner and search', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  const a = await addPartner();
  const b = await addPartner();
  const dates = { startDate: '2026-11-20', endDate: '2026-11-27' };
  for (const [partner, title] of [
    [a, 'Tac bir'],
    [a, 'Tac iki'],
    [b, 'Tac üç'],
  ] as const) {
    const { lab } = (
      await admin.post('/api/admin/labs', { title, partner: partner._id, ...dates })
    ).ok<{ lab: { _id: string } }>();
    if (title === 'Tac iki')
      (await admin.patch(`/api/admin/labs/${lab._id}/status`, { status: 'completed' })).ok();
  }
  const list = async (query: string) =>
    (await admin.get(`/api/admin/labs?${query}`))
      .ok<{ labs: { title: string }[] }>()
      .labs.map(({ title }) => title);
  assert.deepEqual(await list(`partner=${a._id}`), ['Tac iki', 'Tac bir']);
  assert.deepEqual(await list('status=pending'), ['Tac üç', 'Tac bir']);
  assert.deepEqual(await list(`status=pending&partner=${a._id}&name=tac`), ['Tac bir']);
});

test('payments are filtered by state, partner, day and search', async (t) => {
  const { admin, addPartner, db } = await newWorld(t);
  const a = await addPartner({ firstName: 'Səbinə' });
  const b = await addPartner({ firstName: 'Tural' });
  for (const [partner, status, created_at] of [
    [a, 'pending', '2026-11-18T10:00:00.000Z'],
    [b, 'pending', '2026-11-20T10:00:00.000Z'],
    [b, 'completed', '2026-11-20T11:00:00.000Z'],
  ] as const)
    await payments.insert(db, {
      id: newId(),
      partner_id: partner._id,
      amount_qepik: 100,
      gift: null,
      status,
      created_at,
    });
  const list = async (query: string) =>
    (await admin.get(`/api/admin/payments?${query}`))
      .ok<{ payments: { status: string; partner: { firstName: string } }[] }>()
      .payments.map(({ status, partner }) => `${partner.firstName} ${status}`);
  assert.deepEqual(await list('status=pending'), ['Tural pending', 'Səbinə pending']);
  assert.deepEqual(await list(`partner=${b._id}&status=pending`), ['Tural pending']);
  assert.deepEqual(await list('from=2026-11-20'), ['Tural completed', 'Tural pending']);
  assert.deepEqual(await list('name=sebine&status=pending'), ['Səbinə pending']);
  assert.deepEqual(await list('name=sebine&status=completed'), []);
});
