import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { missesOrthanc, startOrthanc } from '@deqiq/testkit/dicom/orthanc.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { zipSync } from 'fflate';

const STUDY = '2.25.9';
const SERIES = '2.25.1';
const SIDE = 32;
const SLICES = 30;

const slices = Array.from({ length: SLICES }, (_, index) =>
  ctSlice({
    width: SIDE,
    height: SIDE,
    instance: index + 1,
    position: [0, 0, index],
    pixels: Uint16Array.from({ length: SIDE * SIDE }, (_unused, at) => at + index),
    more: [
      { tag: 0x0008_0020, vr: 'DA', value: '20261120' },
      { tag: 0x0010_0020, vr: 'LO', value: 'P-1' },
      { tag: 0x0020_0010, vr: 'SH', value: '7' },
    ],
  }),
);

type Tags = Record<string, { readonly Value?: unknown }>;

test('Orthanc finds a study and fetches every byte of it', { skip: missesOrthanc }, async (t) => {
  const world = await newWorld(t, { runsJobs: true });
  const { partner, client } = await world.signedInPartner();
  const entries = slices.map((bytes, index) => [`CT/${index}.dcm`, bytes] as const);
  const bytes = Buffer.from(zipSync(Object.fromEntries(entries)));
  await world.addCheckup({ partner: partner._id, fileName: 'ct.zip', bytes });
  await untilTrue(
    async () => (await world.db.selectFrom('jobs').select('id').execute()).length === 0,
  );
  const url = `${await world.app.listen({ port: 0, host: '127.0.0.1' })}/dicom-web`;
  const token = client.tokens?.accessToken ?? '';
  const orthanc = await startOrthanc(t, { url, token });

  const found = await orthanc.json<Tags[]>('/dicom-web/servers/deqiq/qido', {
    Uri: '/studies',
    Arguments: { '00100020': 'P-1' },
  });
  assert.equal(found.length, 1);
  assert.equal(found[0]?.['0020000D']?.Value, STUDY);

  const resources = [{ Study: STUDY, Series: SERIES }];
  await orthanc.json('/dicom-web/servers/deqiq/retrieve', { Resources: resources });
  const stored = await orthanc.json<string[]>('/instances');
  assert.equal(stored.length, SLICES);
  const fetched = await Promise.all(stored.map((id) => orthanc.bytes(`/instances/${id}/file`)));
  const inOrder = (files: readonly Buffer[]) => files.toSorted(Buffer.compare);
  assert.deepEqual(inOrder(fetched), inOrder(slices));
});
