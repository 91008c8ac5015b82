import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import type { Checkup, CheckupList } from '@deqiq/contract/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { storageEnvironment } from '@deqiq/testkit/object-store/new-s3-storage.ts';
import { ServerProcess } from '@deqiq/testkit/server-process.ts';
import { somePartner } from '@deqiq/testkit/world.ts';

/** Two nodes with a data folder each, one database and one bucket. */
async function startNodes(t: TestContext) {
  const { url, dataDir, drop } = await freshDatabase();
  const other = await freshDatabase();
  const env = storageEnvironment();
  const shared = { url, env, logLevel: 'error', secret: 'a secret that both of the nodes share' };
  const nodes = [dataDir, other.dataDir].map(
    (folder) => new ServerProcess({ ...shared, dataDir: folder }),
  );
  t.after(async () => {
    for (const node of nodes) await node.kill();
    await drop();
    await other.drop();
  });
  for (const node of nodes) await node.restart();
  const [first, second] = nodes as [ServerProcess, ServerProcess];
  const staff = await new ApiClient(first.port).signIn();
  const staffElsewhere = new ApiClient(second.port, staff.token);
  const partner = somePartner();
  const created = await staff.post<{ partner: { _id: string } }>('/api/admin/partners', partner);
  return { staff, staffElsewhere, partnerId: created.partner._id };
}

/** A panoramic of noise: six chunks, enough to be sealed. */
function panoramic(): Buffer {
  const [width, height] = [3_600, 1_600];
  const bytes = randomBytes(width * height * 2);
  const frame = new Uint16Array(bytes.buffer, bytes.byteOffset, width * height).map(
    (value) => value & 0xfff,
  );
  return dicomFile({
    ...{ modality: 'PX', date: '2026-11-20', time: '10:30:00', description: 'Panoram' },
    ...{ width, height, frames: [frame], spacing: [0.1, 0.1], institution: 'Dəqiq' },
    patient: {
      firstName: 'Leyla',
      lastName: 'Əliyeva',
      id: '1',
      birthDate: '1990-01-05',
      sex: 'F',
    },
  });
}

async function sendChunk(
  staff: ApiClient,
  fileId: string,
  { bytes, number, fileName }: { bytes: Buffer; number: number; fileName: string },
): Promise<void> {
  const form = new FormData();
  form.set('fileId', fileId);
  form.set('chunkNumber', String(number));
  form.set('totalChunks', String(Math.ceil(bytes.length / CHUNK_SIZE)));
  form.set('fileName', fileName);
  const chunk = bytes.subarray(number * CHUNK_SIZE, (number + 1) * CHUNK_SIZE);
  form.set('chunk', new Blob([new Uint8Array(chunk)]), 'blob');
  await staff.call('POST', '/api/admin/checkups/upload-chunk', form);
}

describe('two nodes with an object store', () => {
  test('share uploads, files, pictures and deletions', async (t) => {
    const { staff, staffElsewhere, partnerId } = await startNodes(t);
    const fileId = randomUUID();
    const large = panoramic();
    const text = Buffer.from('Qeyd: kontrast istifadə edilməyib.');
    for (const number of [3, 0, 2, 1, 5, 4])
      await sendChunk(number % 2 ? staff : staffElsewhere, fileId, {
        ...{ bytes: large, number, fileName: 'panoram.dcm' },
      });
    const noteId = randomUUID();
    await sendChunk(staffElsewhere, noteId, { bytes: text, number: 0, fileName: 'qeyd.txt' });
    const { checkup } = await staffElsewhere.post<{ checkup: Checkup }>('/api/admin/checkups', {
      ...{ partner: partnerId, firstName: 'Leyla', lastName: 'Əliyeva', name: 'Panoram' },
      xrayFiles: [
        { fileId, fileName: 'panoram.dcm' },
        { fileId: noteId, fileName: 'qeyd.txt' },
      ],
    });

    const links = async (client: ApiClient) =>
      (await client.get<CheckupList>('/api/admin/checkups')).checkups[0]?.xrayFileLinks ?? [];
    const [link] = await links(staff);
    assert.ok(link);
    const whole = await staff.send('GET', link.url);
    assert.ok(Buffer.from(await whole.arrayBuffer()).equals(large));
    const headers = { range: `bytes=${5 * CHUNK_SIZE - 10}-${5 * CHUNK_SIZE + 9}` };
    const part = await staffElsewhere.send('GET', link.url, undefined, headers);
    assert.equal(part.status, 206);
    assert.ok(
      Buffer.from(await part.arrayBuffer()).equals(
        large.subarray(5 * CHUNK_SIZE - 10, 5 * CHUNK_SIZE + 10),
      ),
    );
    await untilTrue(async () => (await links(staff))[0]?.imaging.state === 'ready');
    const [derived] = await links(staffElsewhere);
    const picture = await staffElsewhere.send('GET', derived?.previewUrl ?? '');
    assert.match(picture.headers.get('content-type') ?? '', /^image\//);

    await staff.call('DELETE', `/api/admin/checkups/${checkup._id}`);
    assert.equal((await staffElsewhere.send('GET', link.url)).status, 404);
  });
});
