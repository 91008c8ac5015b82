import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kind, KindAnswer, KindList } from '@deqiq/contract/referrals/booking/kinds.ts';
import { addDevice, someKind } from '@deqiq/testkit/http/booking.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

test('owners add, change and remove kinds of examination, which all staff read', async (t) => {
  const { admin, visitor } = await newWorld(t);
  const device = await addDevice(admin);
  const fields = someKind([device]);
  const { kind } = (await admin.post('/api/admin/kinds', fields)).ok<KindAnswer>();
  assert.deepEqual(kind, { ...fields, _id: kind._id });
  const path = `/api/admin/kinds/${kind._id}`;
  const list = async () => (await admin.get('/api/admin/kinds')).ok<KindList>().kinds;
  const changed = { ...fields, minutes: 45, price: null, machines: [] };
  (await admin.put(path, changed)).ok();
  assert.deepEqual(await list(), [{ ...changed, _id: kind._id } satisfies Kind]);
  (await admin.delete(path)).ok();
  assert.deepEqual(await list(), []);
  for (const answer of [await admin.delete(path), await admin.put(path, fields)])
    answer.refused(404);
  (await visitor.get('/api/admin/kinds')).refused(401);
});

test('a kind keeps a machine that was revoked, and another one does not get it', async (t) => {
  const { admin } = await newWorld(t);
  const device = await addDevice(admin);
  const fields = someKind([device]);
  const { kind } = (await admin.post('/api/admin/kinds', fields)).ok<KindAnswer>();
  (await admin.delete(`/api/admin/devices/${device}`)).ok();
  const path = `/api/admin/kinds/${kind._id}`;
  const answer = (await admin.put(path, { ...fields, minutes: 45 })).ok<KindAnswer>();
  assert.deepEqual([answer.kind.minutes, answer.kind.machines], [45, [device]]);
  (await admin.post('/api/admin/kinds', fields)).refused(400);
});

test('wrong fields of a kind are refused', async (t) => {
  const { admin } = await newWorld(t);
  const wrong = {
    examination: 'x',
    name: { az: 'KLKT' },
    minutes: 3,
    price: -1,
    machines: ['unknown'],
    preparation: 5,
  };
  for (const [path, value] of Object.entries(wrong)) {
    const answer = await admin.post('/api/admin/kinds', { ...someKind([]), [path]: value });
    const [field] = answer.refused(400).fields ?? [];
    assert.equal(field?.path.split('.')[0], path);
  }
});
