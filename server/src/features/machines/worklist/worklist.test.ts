import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExaminationCode } from '@deqiq/contract/examinations/names/examination-code.ts';
import type { IntakeMachines } from '@deqiq/contract/machines/intake/intake-reports.ts';
import type { Worklist } from '@deqiq/contract/machines/intake/worklist.ts';
import { type Referral, referredExaminations } from '@deqiq/contract/referrals/referrals.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newReferralClinic } from '@deqiq/testkit/http/referrals.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const KEY = 'the-key-that-intake-and-server-share-in-tests';
const authorization = `Bearer ${KEY}`;

test('the intake process reads the worklist and reports; nobody else does', async (t) => {
  const NOW = Date.parse('2026-11-23T20:30:00.000Z');
  const world = await newWorld(t, { settings: { INTAKE_KEY: KEY }, now: () => NOW });
  const { app, db, admin } = world;
  const call = (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    payload?: object,
  ) =>
    app.inject({ method, url: `/dicom-web/intake/${path}`, headers, ...(payload && { payload }) });

  await t.test('the worklist has the pending examinations of the day', async () => {
    const add = async (lastName: string, changes: object) => {
      const { _id } = await world.addCheckup({ lastName });
      await db.updateTable('checkups').set(changes).where('id', '=', _id).execute();
    };
    await add('Açıq', { status: 'pending' });
    await add('Sabah', { status: 'pending', start_date: '2026-11-25' });
    await add('Keçmiş', { status: 'pending', start_date: '2026-11-20' });
    await add('Uzaq', { status: 'pending', start_date: '2026-12-25' });
    await add('Köhnə', { status: 'pending', created_at: '2026-09-01T00:00:00.000Z' });
    await add('Bitmiş', { status: 'completed' });
    const { statusCode, body } = await call('GET', 'worklist', { authorization });
    assert.equal(statusCode, 200);
    const { entries } = JSON.parse(body) as Worklist;
    // It is past midnight in Baku.
    assert.deepEqual(
      entries.map(({ patient, date }) => [patient.lastName, date]),
      [
        ['Keçmiş', '2026-11-24'],
        ['Sabah', '2026-11-25'],
        ['Açıq', '2026-11-24'],
      ],
    );
    assert.ok(entries.every((entry) => parseExaminationCode(entry.accessionNumber)));
    assert.equal(new Set(entries.map(({ studyUid }) => studyUid)).size, 3);
  });

  const report = {
    startedAt: '2026-11-23T20:00:00.000Z',
    aeTitle: 'DEQIQ',
    port: 11_112,
    associations: 1,
    waiting: 2,
    waitingBytes: 100,
    waitingSince: null,
    rejected: 0,
    lastError: '',
    studies: [],
    callers: [],
  };

  await t.test('staff see what the intake reports', async () => {
    assert.equal((await call('POST', 'report', { authorization }, report)).statusCode, 200);
    const { intake } = (await admin.get('/api/admin/devices')).ok<{ intake: object }>();
    assert.deepEqual(intake, { ...report, reportedAt: new Date(NOW).toISOString() });
    const wrong = { ...report, waiting: -1 };
    assert.equal((await call('POST', 'report', { authorization }, wrong)).statusCode, 400);
  });

  await t.test('the intake learns which machines staff admit', async () => {
    const add = async (aeTitle: string, addresses: string, peer = {}) => {
      const body = { name: aeTitle, kind: 'cbct', aeTitle, addresses, ...peer };
      return (await admin.post('/api/admin/devices', body)).ok<{ device: { _id: string } }>()
        .device;
    };
    const revoke = async ({ _id }: { _id: string }) =>
      (await admin.delete(`/api/admin/devices/${_id}`)).ok();
    await revoke(await add('CT1', ''));
    await revoke(await add('CT2', ''));
    await add('CT2', '10.0.0.1 192.168.1.0/24', { host: '10.0.0.1', port: 104 });
    const answer = await call('POST', 'report', { authorization }, report);
    assert.deepEqual(
      (JSON.parse(answer.body) as IntakeMachines).machines.toSorted((a, b) =>
        a.aeTitle.localeCompare(b.aeTitle),
      ),
      [
        { aeTitle: 'CT1', addresses: [], isRevoked: true, host: '', port: null },
        {
          aeTitle: 'CT2',
          addresses: ['10.0.0.1', '192.168.1.0/24'],
          isRevoked: false,
          host: '10.0.0.1',
          port: 104,
        },
      ],
    );
  });

  await t.test('without the key nothing is read and nothing stored', async () => {
    const { token } = (
      await admin.post('/api/admin/devices', {
        name: 'Panoram',
        kind: 'panoramic',
        aeTitle: 'PANO',
      })
    ).ok<{ token: string }>();
    for (const headers of [
      {},
      { authorization: 'Bearer x' },
      { authorization: `Bearer ${token}` },
    ]) {
      assert.equal((await call('GET', 'worklist', headers)).statusCode, 401);
      assert.equal((await call('POST', 'report', headers, {})).statusCode, 401);
    }
  });
});

test('a machine gets the referred examinations that it can make, with what the doctor has typed', async (t) => {
  const clinic = await newReferralClinic(t, { settings: { INTAKE_KEY: KEY } });
  const { admin, app } = clinic;
  for (const [aeTitle, kind] of [
    ['PANO', 'panoramic'],
    ['CBCT', 'cbct'],
    ['SENSOR', 'sensor'],
    ['SCAN', 'scanner'],
  ])
    (await admin.post('/api/admin/devices', { name: aeTitle, kind, aeTitle })).ok();
  const { checkup: old } = await clinic.accept((await clinic.send())._id);
  (await admin.put(`/api/admin/checkups/${old}/patient`, { patient: null })).ok();
  (
    await clinic.client.form('POST', '/api/partner/misc/create-checkup', { file: await picture() })
  ).ok();
  const made = new Map<string, Referral>();
  for (const examination of referredExaminations)
    made.set(examination, await clinic.accept((await clinic.send({ examination }))._id));
  const load = async (machine: string) => {
    const headers = { authorization, 'x-intake-ae-title': machine };
    const { body } = await app.inject({ url: '/dicom-web/intake/worklist', headers });
    return (JSON.parse(body) as Worklist).entries;
  };
  const list = async (machine: string) =>
    (await load(machine)).map(({ description, modality = '-' }) => `${description}: ${modality}`);
  const shipment = 'Göndəriş: -';
  const others = ['KLKT: dişlər 36, 46: CT', shipment].toReversed();
  assert.deepEqual(await list('SCAN'), [shipment]);
  assert.deepEqual(await list('sensor'), [
    'Periapikal rentgen: dişlər 36, 46: IO',
    'Bitewing rentgen: dişlər 36, 46: IO',
    shipment,
  ]);
  assert.deepEqual(await list('PANO'), [
    'Rentgen, gicgah-çənə oynağı: dişlər 36, 46: PX',
    'Sefalometrik rentgen: dişlər 36, 46: DX',
    'Panoram rentgen: dişlər 36, 46: PX',
    shipment,
  ]);
  assert.deepEqual(await list('CBCT'), [
    'KLKT, sinuslar: dişlər 36, 46: CT',
    'Rentgen, gicgah-çənə oynağı: dişlər 36, 46: CT',
    'KLKT: dişlər 36, 46: CT',
    ...others,
  ]);
  const all = await list('UNKNOWN');
  assert.equal(all.length, referredExaminations.length - 1 + others.length);
  assert.ok(all.includes('Foto: dişlər 36, 46: XC'));
  const entry = (await load('CBCT')).find(({ description }) =>
    description.startsWith('KLKT, sinus'),
  );
  const { patient } = made.get('sinus') ?? {};
  assert.deepEqual(
    [entry?.patientId, entry?.birthDate, entry?.sex, entry?.pregnancy, entry?.patient],
    [patient?.code, '1990-03-07', 'F', 'no', { firstName: 'Nigar', lastName: 'Hüseynova' }],
  );
  const record = made.get('cbct')?.patient._id;
  (await admin.post(`/api/admin/patients/${record}/merge`, { other: patient?._id })).ok();
  const merged = (await load('CBCT')).find(({ description }) =>
    description.startsWith('KLKT, sinus'),
  );
  assert.equal(merged?.patientId, made.get('cbct')?.patient.code);
  const corrected = { firstName: 'Nicat', lastName: 'Hüseynov', sex: 'male' };
  (await admin.put(`/api/admin/patients/${record}`, corrected)).ok();
  const of = (list: Worklist['entries']) =>
    list
      .filter(({ description }) => description === 'KLKT: dişlər 36, 46')
      .map((each) => [each.patient.firstName, each.patientId, each.sex, each.pregnancy]);
  assert.deepEqual(of(await load('CBCT')), [
    ['Nicat', made.get('cbct')?.patient.code, 'M', undefined],
    ['Nigar', undefined, 'F', 'no'],
  ]);
});
