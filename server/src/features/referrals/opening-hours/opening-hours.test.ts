import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundOpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import { addDevice, someHours } from '@deqiq/testkit/http/booking.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const PATH = '/api/admin/opening-hours';

test('owners replace the opening hours, which are empty at first', async (t) => {
  const { admin } = await newWorld(t);
  const read = async () => (await admin.get(PATH)).ok<FoundOpeningHours>().hours;
  assert.deepEqual(await read(), { holidays: [], machines: [] });
  const hours = someHours([await addDevice(admin)]);
  for (let round = 0; round < 2; round += 1)
    assert.deepEqual((await admin.put(PATH, { hours })).ok<FoundOpeningHours>().hours, hours);
  assert.deepEqual(await read(), hours);
});

test('after a machine with hours is revoked the hours are still changed', async (t) => {
  const { admin } = await newWorld(t);
  const revoked = await addDevice(admin);
  const device = await addDevice(admin);
  (await admin.put(PATH, { hours: someHours([revoked]) })).ok();
  (await admin.delete(`/api/admin/devices/${revoked}`)).ok();
  (await admin.put(PATH, { hours: someHours([revoked, device]) })).ok();
  (await admin.put(PATH, { hours: someHours([device]) })).ok();
  (await admin.put(PATH, { hours: someHours([revoked]) })).refused(400);
});

test('hours that no day can have are refused', async (t) => {
  const { admin } = await newWorld(t);
  const device = await addDevice(admin);
  const week = (day: object) => ({
    holidays: [],
    machines: [{ device, week: [{ day: 1, from: '09:00', to: '18:00', breaks: [], ...day }] }],
  });
  const wrong = [
    week({ day: 8 }),
    week({ from: '9:00' }),
    week({ from: '18:00', to: '09:00' }),
    week({ breaks: [{ from: '14:00', to: '13:00' }] }),
    someHours([device, device]),
    someHours(['unknown']),
    { holidays: ['01.01.2027'], machines: [] },
  ];
  for (const hours of wrong) (await admin.put(PATH, { hours })).refused(400);
});
