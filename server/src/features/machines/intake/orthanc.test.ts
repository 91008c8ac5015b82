import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import type { IntakeList, IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { hashDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { INTAKE_KEY, newIntake } from '@deqiq/testkit/dicom/intake.ts';
import {
  missesOrthanc,
  ORTHANC_ASSOCIATIONS,
  ORTHANC_TITLE,
  startOrthanc,
} from '@deqiq/testkit/dicom/orthanc.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { zipSync } from 'fflate';
import { openArchive } from '../../../platform/media/child/derive/archive.ts';
import { bufferSource } from '../../../platform/media/child/input.ts';
import { QUIET_TIME } from './packing/completion.ts';

const SLICES = 400;
const CT = '1.2.840.10008.5.1.4.1.1.2';

/** The answer to a request of Orthanc for storage commitment. */
interface CommitmentReport {
  readonly Status: 'Pending' | 'Success' | 'Failure';
  readonly Success: readonly object[];
  readonly Failures: readonly { readonly SOPInstanceUID: string }[];
}
const SIDE = 16;

/** The slices of a study, each with other pixels. */
const newStudy = (study: string): Buffer[] =>
  Array.from({ length: SLICES }, (_, index) =>
    ctSlice({
      width: SIDE,
      height: SIDE,
      instance: index + 1,
      position: [0, 0, index],
      pixels: Uint16Array.from({ length: SIDE * SIDE }, (_unused, at) => (at * 7 + index) % 4096),
      series: `${study}.1`,
      more: [
        { tag: 0x0008_0020, vr: 'DA', value: '20261123' },
        { tag: 0x0020_000d, vr: 'UI', value: study },
      ],
    }),
  );

const archiveOf = (files: readonly Buffer[]) =>
  Buffer.from(zipSync(Object.fromEntries(files.map((file, index) => [`${index}.dcm`, file]))));

test('Orthanc sends 400 slices over four associations and over DICOMweb', {
  skip: missesOrthanc,
}, async (t) => {
  const clock = { at: Date.now() };
  const world = await newWorld(t, {
    runsJobs: true,
    now: () => clock.at,
    settings: { INTAKE_KEY },
  });
  const { admin } = world;
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const add = async (fields: object) =>
    (await admin.post('/api/admin/devices', { kind: 'program', ...fields })).ok<TokenAnswer>();
  const { device } = await add({ name: 'Orthanc by C-STORE', aeTitle: ORTHANC_TITLE });
  const { token } = await add({ name: 'Orthanc by DICOMweb' });
  const intake = await newIntake(t, { server: url });
  const orthanc = await startOrthanc(
    t,
    { url: `${url}/dicom-web`, token },
    { aeTitle: 'DEQIQ', port: intake.port },
  );

  const findStudy = async (study: string): Promise<IntakeStudy | undefined> =>
    (await admin.get('/api/admin/intake?limit=100'))
      .ok<IntakeList>()
      .studies.find(({ studyUid }) => studyUid === study);
  /** Lets a quiet minute pass, and waits for the pictures. */
  async function complete(study: string): Promise<IntakeStudy> {
    let found: IntakeStudy | undefined;
    clock.at += QUIET_TIME + 1_000;
    await untilTrue(async () => {
      found = await findStudy(study);
      return found?.state === 'waiting' && found.files[0]?.imaging.state === 'ready';
    });
    assert.ok(found);
    return found;
  }

  /** All instances are there once, with the bytes that were sent, as one volume. */
  async function assertWhole(study: IntakeStudy, sent: readonly Buffer[]): Promise<void> {
    assert.deepEqual([study.instances, study.conflicts, study.files.length], [SLICES, [], 1]);
    const [file] = study.files;
    assert.deepEqual([file?.imaging.kind, file?.imaging.frames], ['volume', SLICES]);
    const { response } = await world.visitor.get(file?.url ?? '');
    const { files } = await openArchive(bufferSource(response.rawPayload));
    assert.deepEqual(
      files.map((entry) => hashDataSet(entry.open().read(0, entry.size))),
      sent.map(hashDataSet),
    );
  }

  const viaIntake = '2.25.4001';
  const viaWeb = '2.25.4002';
  const slices = newStudy(viaIntake);

  await t.test('by C-STORE: all are there once, byte by byte', async () => {
    const ids = await orthanc.import(archiveOf(slices));
    assert.equal(ids.length, SLICES);
    const parts = Map.groupBy(ids, (id) => ids.indexOf(id) % ORTHANC_ASSOCIATIONS);
    await Promise.all(
      [...parts.values()].map((Resources) =>
        orthanc.json('/modalities/deqiq/store', { Resources, Synchronous: true }),
      ),
    );
    await untilTrue(async () => (await findStudy(viaIntake))?.instances === SLICES);
    const study = await complete(viaIntake);
    assert.equal(study.device?._id, device._id);
    await assertWhole(study, slices);
  });

  await t.test('it asks whether they are stored, and is called back', async () => {
    const address = { name: 'Orthanc', kind: 'program', aeTitle: ORTHANC_TITLE, host: '127.0.0.1' };
    const fields = { ...address, port: orthanc.dicomPort };
    (await admin.put(`/api/admin/devices/${device._id}`, fields)).ok();
    await intake.sendReport();
    const ask = async (DicomInstances: readonly (readonly [string, string])[]) => {
      const { Path } = await orthanc.json<{ Path: string }>(
        '/modalities/deqiq/storage-commitment',
        { DicomInstances },
      );
      let report = await orthanc.json<CommitmentReport>(Path);
      await untilTrue(async () => {
        report = await orthanc.json<CommitmentReport>(Path);
        return report.Status !== 'Pending';
      });
      return report;
    };
    const all = slices.map((_, index) => [CT, `${viaIntake}.1.${index + 1}`] as const);
    const committed = await ask(all);
    assert.deepEqual([committed.Status, committed.Success.length], ['Success', SLICES]);
    const partly = await ask([...all.slice(0, 2), [CT, '2.25.404']]);
    assert.deepEqual([partly.Status, partly.Success.length], ['Failure', 2]);
    assert.deepEqual(
      partly.Failures.map(({ SOPInstanceUID }) => SOPInstanceUID),
      ['2.25.404'],
    );
  });

  await t.test('by DICOMweb, a study that was sent by C-STORE before too', async () => {
    const other = newStudy(viaWeb);
    await orthanc.import(archiveOf(other));
    const studies = await orthanc.json<string[]>('/studies');
    assert.equal(studies.length, 2);
    await orthanc.json('/dicom-web/servers/deqiq/stow', { Resources: studies });
    await assertWhole(await complete(viaWeb), other);
    await assertWhole(await complete(viaIntake), slices);
  });

  await t.test('assigned, the doctor sees the volume, and a viewer all its instances', async () => {
    const { partner, client } = await world.signedInPartner();
    const checkup = await world.addCheckup({ partner: partner._id });
    assert.equal((await client.get('/dicom-web/studies')).status, 204);
    const study = await findStudy(viaIntake);
    assert.ok(study);
    (await admin.post(`/api/admin/intake/${study._id}/assign`, { checkup: checkup._id })).ok();
    const own = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>().checkups;
    const volume = own[0]?.xrayFileLinks.find(({ id }) => id === study.files[0]?.id);
    assert.deepEqual([volume?.imaging.kind, volume?.imaging.state], ['volume', 'ready']);

    const series = `/dicom-web/studies/${viaIntake}/series/${viaIntake}.1`;
    const metadata = await client.get(`${series}/metadata`);
    assert.equal(metadata.ok<unknown[]>().length, SLICES);
    const accept = { accept: 'application/dicom; transfer-syntax=*' };
    const last = await client.get(`${series}/instances/${viaIntake}.1.${SLICES}`, accept);
    assert.equal(
      hashDataSet(last.response.rawPayload),
      hashDataSet(slices.at(-1) ?? Buffer.alloc(0)),
    );
    assert.equal((await client.get(`/dicom-web/studies/${viaWeb}/metadata`)).status, 404);
  });
});
