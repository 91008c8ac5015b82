import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intakeHeaders } from '@deqiq/contract/machines/intake/intake-link.ts';
import type { Worklist } from '@deqiq/contract/machines/intake/worklist.ts';
import { addDevice, newCalendar, someKind } from '@deqiq/testkit/http/booking.ts';

const KEY = 'the-key-that-intake-and-server-share-in-tests';
const NOW = Date.parse('2026-12-01T04:00:00Z');

async function newMachines(t: Parameters<typeof newCalendar>[0]) {
  const clinic = await newCalendar(t, { settings: { INTAKE_KEY: KEY }, now: () => NOW });
  return {
    ...clinic,
    async list(aeTitle: string) {
      const { body } = await clinic.app.inject({
        method: 'GET',
        url: '/dicom-web/intake/worklist',
        headers: { authorization: `Bearer ${KEY}`, [intakeHeaders.aeTitle]: aeTitle },
      });
      const { entries } = JSON.parse(body) as Worklist;
      return entries.map(({ date, time, modality }) => [date, time, modality]);
    },
  };
}

test('a booked examination is in the worklist of its machine only, with its time', async (t) => {
  const clinic = await newMachines(t);
  const sensor = await addDevice(clinic.admin, { aeTitle: 'SENSOR', kind: 'sensor' });
  await addDevice(clinic.admin, { aeTitle: 'OTHER' });
  const { _id: id } = await clinic.send();
  await clinic.accept(id);
  assert.deepEqual(await clinic.list('OTHER'), [['2026-12-01', undefined, 'CT']]);
  const body = { device: sensor, startsAt: '2026-12-02T21:30:00Z', minutes: 30 };
  (await clinic.step(id, 'book', body)).ok();
  assert.deepEqual(await clinic.list('OTHER'), []);
  assert.deepEqual(await clinic.list('UNKNOWN'), []);
  assert.deepEqual(await clinic.list('SENSOR'), [['2026-12-03', '013000', 'CT']]);
  (await clinic.step(id, 'book', { ...body, startsAt: '2027-02-02T06:00:00Z' })).ok();
  assert.deepEqual(await clinic.list('SENSOR'), []);
});

test('a machine sees what is offered with it', async (t) => {
  const clinic = await newMachines(t);
  const sensor = await addDevice(clinic.admin, { aeTitle: 'SENSOR', kind: 'sensor' });
  await clinic.accept((await clinic.send())._id);
  assert.deepEqual(await clinic.list('SENSOR'), []);
  (await clinic.admin.put(`/api/admin/kinds/${clinic.kind._id}`, someKind([sensor]))).ok();
  assert.deepEqual(await clinic.list('SENSOR'), [['2026-12-01', undefined, 'CT']]);
});
