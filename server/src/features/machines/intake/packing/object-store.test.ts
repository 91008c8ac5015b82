import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Checkup, FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { IntakeList, StudyAnswer } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { passQuietMinute } from '@deqiq/testkit/dicom/pack-studies.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newObjectStore } from '@deqiq/testkit/object-store/new-s3-storage.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { openArchive } from '../../../../platform/media/child/derive/archive.ts';
import { bufferSource } from '../../../../platform/media/child/input.ts';

const SIDE = 1_300;

/** More than one chunk. */
function slice(study: string, instance: number): Buffer {
  const pixels = new Uint16Array(randomBytes(SIDE * SIDE * 2).buffer).map((value) => value & 4095);
  const more = [{ tag: 0x0020_000d, vr: 'UI', value: study }] as const;
  const size = { width: SIDE, height: SIDE, position: [0, 0, instance] } as const;
  return ctSlice({ ...size, instance, pixels, series: `${study}.1`, more });
}

test('a study is packed in an object store, and its file is read by the partner', async (t) => {
  const world = await newWorld(t, { runsJobs: true, objectStore: newObjectStore() });
  const { admin, db, storage } = world;
  const study = '2.25.901';
  const slices = [1, 2, 3].map((instance) => slice(study, instance));
  (await sendByStow(admin, slices)).ok();
  (await sendByStow(admin, slices)).ok();
  const wake = () => sendByStow(admin, [slice('2.25.902', 1)]);
  await passQuietMinute(db, study, { wake });
  const { studies } = (await admin.get('/api/admin/intake')).ok<IntakeList>();
  const found = studies.find(({ studyUid }) => studyUid === study);
  const { partner, client } = await world.signedInPartner();
  const patient = { partner: partner._id, firstName: 'Nigar', lastName: 'Hüseynova' };
  const created = await admin.post(`/api/admin/intake/${found?._id}/create`, patient);
  const checkup = created.ok<StudyAnswer>().study.assignment?.checkupId;
  const read = async (): Promise<Checkup> =>
    (await client.get(`/api/partner/checkups/${checkup}`)).ok<FoundCheckup>().checkup;
  const [link] = (await read()).xrayFileLinks;
  const { rawPayload } = (await client.get(link?.url ?? '')).response;
  const { files } = await openArchive(bufferSource(rawPayload));
  for (const [index, file] of files.entries())
    assert.ok(slices[index]?.equals(file.open().read(0, file.size)), `slice ${index + 1}`);
  await untilTrue(async () => (await read()).xrayFileLinks[0]?.imaging.state === 'ready');
  // The file, and the study that has woken the worker.
  assert.equal((await Array.fromAsync(storage.list('files'))).length, 2);
});
