import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { IntakeList } from '@deqiq/contract/machines/intake.ts';
import { ctSlice, EXPLICIT_LITTLE_ENDIAN } from '@deqiq/samples/dicom/ct-slice.ts';
import { missesDcmtk, runDcmtk, TITLES } from '@deqiq/testkit/dicom/dcmtk.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import { INTAKE_KEY, newIntake } from '@deqiq/testkit/dicom/intake.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

test('a machine loads its patient, makes the X-ray, and staff are offered the right examination', {
  skip: missesDcmtk,
}, async (t) => {
  const world = await newWorld(t, { settings: { INTAKE_KEY } });
  const server = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { _id } = await world.addCheckup({ firstName: 'Şəfəq', lastName: 'Məmmədova' });
  const pending = { status: 'pending' } as const;
  await world.db.updateTable('checkups').set(pending).where('id', '=', _id).execute();
  const { port, folder, state, onceDone, lines } = await newIntake(t, { server });

  const { text } = await runDcmtk('findscu', port, [
    '-v',
    '-W',
    '-k',
    'PatientName=memmedova*',
    '-k',
    'AccessionNumber',
    ...TITLES,
  ]);
  const accessionNumber = /\[(DQ[0-9A-Z]+) *\]/.exec(text)?.[1] ?? '';
  assert.match(text, /Məmmədova\^Şəfəq/);

  const slices = [1, 2, 3].map((instance) =>
    ctSlice({
      width: 16,
      height: 16,
      instance,
      position: [0, 0, instance] as const,
      pixels: new Uint16Array(256).fill(instance),
      patient: 'Memmedova^Sefeq',
      more: [{ tag: 0x0008_0050, vr: 'SH', value: accessionNumber }],
    }),
  );
  const files = slices.map((_, index) => join(folder, `${index}.dcm`));
  for (const [index, bytes] of slices.entries()) writeFileSync(files[index] ?? '', bytes);
  const sent = await runDcmtk('storescu', port, TITLES, files);
  assert.equal(sent.status, 0, sent.text);
  await onceDone(() => state().forwarded === 3);

  const { studies } = (await world.admin.get('/api/admin/intake')).ok<IntakeList>();
  const [study] = studies;
  assert.deepEqual(
    [studies.length, study?.instances, study?.aeTitle, study?.accessionNumber],
    [1, 3, 'PANO', accessionNumber],
  );
  const [proposal] = study?.proposals ?? [];
  assert.equal(proposal?.checkup._id, _id);
  assert.ok(proposal?.reasons.includes('accession'));

  await t.test('the same X-rays again are stored once', async () => {
    await runDcmtk('storescu', port, TITLES, files);
    await onceDone(() => state().forwarded === 6);
    const again = (await world.admin.get('/api/admin/intake')).ok<IntakeList>();
    assert.deepEqual(
      again.studies.map(({ instances, conflicts }) => [instances, conflicts.length]),
      [[3, 0]],
    );
  });

  await t.test('what is no X-ray is set aside by the intake', async () => {
    const machine = await openAssociation(port, { transferSyntax: EXPLICIT_LITTLE_ENDIAN });
    const dataSet = Buffer.from('no data set');
    assert.equal(await machine.store({ sopInstance: '2.25.77', dataSet }), 0);
    await machine.release();
    await onceDone(() => state().rejected === 1);
  });

  assert.ok(lines.length > 0);
  assert.doesNotMatch(lines.join('\n'), /Memmedova|Məmmədova|Şəfəq/i);
});

test('a machine that staff have revoked, or know at another address, is refused', {
  skip: missesDcmtk,
}, async (t) => {
  const world = await newWorld(t, { settings: { INTAKE_KEY } });
  const server = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port, sendReport } = await newIntake(t, { server });
  const device = { name: 'Panoram', kind: 'panoramic', aeTitle: 'PANO' };
  const echo = async () => {
    await sendReport();
    return (await runDcmtk('echoscu', port, TITLES)).status;
  };
  const { _id } = (
    await world.admin.post('/api/admin/devices', { ...device, addresses: '127.0.0.1' })
  ).ok<{ device: { _id: string } }>().device;
  assert.equal(await echo(), 0);
  await world.admin.put(`/api/admin/devices/${_id}`, { ...device, addresses: '192.168.1.20' });
  assert.equal(await echo(), 1);
  await world.admin.put(`/api/admin/devices/${_id}`, { ...device, addresses: '' });
  assert.equal(await echo(), 0);
  await world.admin.delete(`/api/admin/devices/${_id}`);
  assert.equal(await echo(), 1);
});
