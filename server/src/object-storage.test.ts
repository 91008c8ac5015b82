import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import type { Checkup, CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { storageEnvironment } from '@deqiq/testkit/object-store/new-s3-storage.ts';
import { startNodes } from '@deqiq/testkit/object-store/nodes.ts';
import { type DataLocation, startServer } from '@deqiq/testkit/server-process.ts';
import { somePartner } from '@deqiq/testkit/world.ts';

/** Two nodes, staff at both, and a partner. */
async function newClinic(t: TestContext) {
  const [first, second] = await startNodes(t);
  const staff = await new ApiClient(first.port).signIn();
  const staffElsewhere = new ApiClient(second.port, staff.token);
  const partner = somePartner();
  const created = await staff.post<{ partner: { _id: string } }>('/api/admin/partners', partner);
  return { staff, staffElsewhere, partnerId: created.partner._id };
}

/** A panoramic of noise: six chunks, enough to be sealed. */
function panoramic(): Buffer {
  const width = 3_600;
  const height = 1_600;
  const bytes = randomBytes(width * height * 2);
  const frame = new Uint16Array(bytes.buffer, bytes.byteOffset, width * height).map(
    (value) => value & 0xfff,
  );
  return dicomFile({
    modality: 'PX',
    date: '2026-11-20',
    time: '10:30:00',
    description: 'Panoram',
    width,
    height,
    frames: [frame],
    spacing: [0.1, 0.1],
    institution: 'Dəqiq',
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

/** Reports each package that a process loads. */
const REPORT = `--import data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (/^[@a-z]/.test(name)) console.log('loads ' + name);
      return next(name, context);
    },
  });`)}`;

test('the drivers of PostgreSQL, object stores, mail and push are loaded where they are used', async (t) => {
  const findLoaded = async (location: DataLocation, env: Record<string, string> = {}) => {
    let output = '';
    const onOutput = (text: string) => {
      output += text;
    };
    const secret = 'a secret of thirty-two characters';
    const options = { ...location, env: { ...env, NODE_OPTIONS: REPORT }, onOutput, secret };
    await (await startServer(options)).end();
    assert.match(output, /loads fastify/);
    const drivers = ['aws4', 'pg', 'nodemailer', '@block65/webcrypto-web-push'];
    return drivers.filter((name) => output.includes(`loads ${name}`));
  };
  const database = await freshDatabase();
  const folder = await freshDatabase();
  t.after(() => Promise.all([database.drop(), folder.drop()]));
  assert.deepEqual(await findLoaded({ dataDir: folder.dataDir }), []);
  const ofNode = await findLoaded(database, storageEnvironment());
  assert.deepEqual(ofNode, ['aws4', 'pg']);
});

describe('two nodes with an object store', () => {
  test('share uploads, files, pictures and deletions', async (t) => {
    const { staff, staffElsewhere, partnerId } = await newClinic(t);
    const fileId = randomUUID();
    const large = panoramic();
    const text = Buffer.from('Qeyd: kontrast istifadə edilməyib.');
    for (const number of [3, 0, 2, 1, 5, 4])
      await sendChunk(number % 2 ? staff : staffElsewhere, fileId, {
        bytes: large,
        number,
        fileName: 'panoram.dcm',
      });
    const noteId = randomUUID();
    await sendChunk(staffElsewhere, noteId, { bytes: text, number: 0, fileName: 'qeyd.txt' });
    const { checkup } = await staffElsewhere.post<{ checkup: Checkup }>('/api/admin/checkups', {
      partner: partnerId,
      firstName: 'Leyla',
      lastName: 'Əliyeva',
      name: 'Panoram',
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

    let study = '';
    await untilTrue(async () => {
      const found = await staffElsewhere.send('GET', '/dicom-web/studies');
      const [first] = found.status === 200 ? await found.json() : [];
      study = first?.['0020000D'].Value[0] ?? '';
      return study !== '';
    });
    const accept = { accept: 'multipart/related; type="application/dicom"; transfer-syntax=*' };
    const fetched = await staffElsewhere.send(
      'GET',
      `/dicom-web/studies/${study}`,
      undefined,
      accept,
    );
    assert.ok(Buffer.from(await fetched.arrayBuffer()).includes(large));
    const thumbnail = await staff.send('GET', `/dicom-web/studies/${study}/thumbnail`);
    assert.equal(thumbnail.headers.get('content-type'), 'image/jpeg');

    await staff.call('DELETE', `/api/admin/checkups/${checkup._id}`);
    assert.equal((await staffElsewhere.send('GET', link.url)).status, 404);
  });
});
