import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { ChunkReceived, UploadState } from '@deqiq/contract/imaging/uploads.ts';
import { CHUNK_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import * as uploadMessages from '@deqiq/messages/imaging/uploads.js';
import * as serverMessages from '@deqiq/messages/shared/server.js';
import type { Client } from '@deqiq/testkit/client.ts';
import { newWorld, someDicom, type World } from '@deqiq/testkit/world.ts';
import sharp from 'sharp';
import { readObject } from '../../../platform/storage/small-objects.ts';
import { uploadsService } from './uploads.service.ts';

const chunk = Buffer.alloc(CHUNK_SIZE, 'c');
const stateOf = (client: Client, fileId: string) =>
  client.get(`/api/admin/checkups/uploads/${fileId}`);

const check = (client: Client, fileId: string, fileName: string, totalChunks = 1) =>
  client.post(`/api/admin/checkups/uploads/${fileId}/check`, { fileName, totalChunks });

/** The response of a create call with these uploads. */
async function create(world: World, files: object[], client = world.admin) {
  const partner = (await world.addPartner())._id;
  const body = { partner, firstName: 'Nigar', lastName: 'Hüseynova', xrayFiles: files };
  return client.post('/api/admin/checkups', body);
}

const resting = async (world: World) => readdir(join(world.dataDir, 'objects/files'));

describe('upload-chunk', () => {
  test('keeps chunks in any order and counts them', async (t) => {
    const { admin } = await newWorld(t);
    const answer = await admin.sendChunk('an-upload_1', 4, chunk, { totalChunks: '6' });
    assert.deepEqual(answer.ok<ChunkReceived>(), {
      fileId: 'an-upload_1',
      chunkNumber: 4,
      received: 1,
    });
    await admin.sendChunk('an-upload_1', 5, Buffer.from('the end'), { totalChunks: '6' });
    const again = await admin.sendChunk('an-upload_1', 4, chunk, { totalChunks: '6' });
    assert.equal(again.ok<ChunkReceived>().received, 2);
    assert.deepEqual((await stateOf(admin, 'an-upload_1')).ok<UploadState>(), {
      fileId: 'an-upload_1',
      chunks: [4, 5],
      size: CHUNK_SIZE + 7,
    });
  });

  test('takes the fields of the edit flow, and does without any but the three', async (t) => {
    const { admin } = await newWorld(t);
    const more = { totalChunks: '1', fileName: 'panoram.dcm', checkupId: 'whatever' };
    (await admin.sendChunk('edit', 0, chunk, more)).ok();
    (await admin.sendChunk('bare', 0, chunk)).ok();
  });

  test('rejects invalid input and stores nothing', async (t) => {
    const world = await newWorld(t);
    const { admin } = world;
    const small = Buffer.from('x');
    const refusals: [Promise<{ refused(status: number): { message: string } }>, number, string][] =
      [
        [admin.sendChunk('../../x', 0, small), 400, uploadMessages.badFileId()],
        [admin.sendChunk('a b', 0, small), 400, uploadMessages.badFileId()],
        [admin.sendChunk('', 0, small), 400, uploadMessages.badFileId()],
        [admin.sendChunk('x'.repeat(101), 0, small), 400, uploadMessages.badFileId()],
        [admin.sendChunk('x', -1, small), 400, uploadMessages.badChunkNumber()],
        [admin.sendChunk('x', 2048, small), 400, uploadMessages.badChunkNumber()],
        [admin.sendChunk('x', 1e300, small), 400, uploadMessages.badChunkNumber()],
        [admin.sendChunk('x', 0.5, small), 400, uploadMessages.badChunkNumber()],
        [admin.sendChunk('x', 0, Buffer.alloc(0)), 400, uploadMessages.emptyChunk()],
        [
          admin.sendChunk('x', 0, Buffer.alloc(CHUNK_SIZE + 1)),
          413,
          uploadMessages.chunkTooLarge(),
        ],
        [admin.sendChunk('x', 0, small, { totalChunks: '2' }), 400, uploadMessages.shortChunk()],
        [
          admin.sendChunk('x', 2, small, { totalChunks: '2' }),
          400,
          uploadMessages.chunkBeyondEnd(),
        ],
        [
          admin.sendChunk('x', 0, small, { fileName: 'setup.exe' }),
          415,
          uploadMessages.typeNotAccepted(),
        ],
        [
          admin.sendChunk('x', 0, small, { fileName: 'a\0.dcm' }),
          400,
          storageMessages.badFileName(),
        ],
        [
          admin.post('/api/admin/checkups/upload-chunk', { fileId: 'x', chunkNumber: 0 }),
          400,
          uploadMessages.noChunk(),
        ],
      ];
    for (const [answer, status, message] of refusals)
      assert.equal((await answer).refused(status).message, message);
    const long = await admin.sendChunk('x', 0, small, { fileName: `${'ə'.repeat(5_000)}.dcm` });
    long.refused(400);
    (await admin.sendChunk('x', 0, Buffer.alloc(3 * 1024 * 1024))).refused(413);
    assert.deepEqual(await resting(world), []);
  });

  test('is for staff alone', async (t) => {
    const world = await newWorld(t);
    const { client: partner } = await world.signedInPartner();
    (await partner.sendChunk('x', 0, chunk)).refused(403);
    (await world.visitor.sendChunk('x', 0, chunk)).refused(401);
    (await stateOf(partner, 'x')).refused(403);
    (await stateOf(world.visitor, 'x')).refused(401);
    assert.deepEqual(await resting(world), []);
  });

  test('rejects the first chunk of an upload that does not fit', async (t) => {
    const world = await newWorld(t);
    world.storage.space = async () => ({ size: 10 * CHUNK_SIZE, available: 4 * CHUNK_SIZE });
    const more = (totalChunks: number) => ({ totalChunks: String(totalChunks), fileName: 'a.dcm' });
    const refused = await world.admin.sendChunk('large', 0, chunk, more(5));
    assert.equal(refused.refused(507).message, serverMessages.diskFull());
    assert.deepEqual(await resting(world), []);
    (await world.admin.sendChunk('fits', 0, chunk, more(3))).ok();
    world.storage.space = async () => ({ size: 10 * CHUNK_SIZE, available: CHUNK_SIZE / 2 });
    (await world.admin.sendChunk('unannounced', 0, chunk)).refused(507);
    (await world.admin.sendChunk('fits', 1, chunk, more(3))).ok();
  });
});

describe('an upload', () => {
  test('of another admin is like none at all', async (t) => {
    const world = await newWorld(t);
    const fileId = await world.admin.upload(someDicom(), 'panoram.dcm');
    const other = await otherAdmin(world);
    assert.deepEqual((await stateOf(other, fileId)).ok(), { fileId, chunks: [], size: 0 });
    assert.deepEqual((await stateOf(other, 'random')).ok(), {
      fileId: 'random',
      chunks: [],
      size: 0,
    });
    (await create(world, [{ fileId, fileName: 'panoram.dcm' }], other)).refused(404);
    (await create(world, [{ fileId, fileName: 'panoram.dcm' }])).ok();
  });

  test('under the same id of another admin is another upload', async (t) => {
    const world = await newWorld(t);
    const other = await otherAdmin(world);
    await world.admin.sendChunk('same', 0, chunk);
    assert.equal((await stateOf(other, 'same')).ok<UploadState>().size, 0);
    (await other.sendChunk('same', 0, Buffer.from('mine'))).ok();
    assert.equal((await stateOf(world.admin, 'same')).ok<UploadState>().size, CHUNK_SIZE);
  });

  test('becomes a file with exactly the sent bytes', async (t) => {
    const world = await newWorld(t);
    const bytes = Buffer.concat([someDicom(), randomBytes(2 * CHUNK_SIZE)]);
    const checkup = await world.addCheckup({ bytes, fileName: '../../Panoram "1".dcm' });
    assert.deepEqual(checkup.xrayFiles, ['Panoram "1".dcm']);
    const [row] = await world.db.selectFrom('checkup_files').selectAll().execute();
    assert.equal(row?.size, bytes.length);
    assert.ok((await readObject(world.storage, `files/${row?.id}`)).equals(bytes));
  });

  test('with a hole, an unknown id or a wrong count is refused, and can be completed', async (t) => {
    const world = await newWorld(t);
    const { admin } = world;
    const bytes = Buffer.concat([someDicom(), randomBytes(2 * CHUNK_SIZE)]);
    await admin.sendChunk('holed', 0, bytes.subarray(0, CHUNK_SIZE));
    await admin.sendChunk('holed', 2, bytes.subarray(2 * CHUNK_SIZE));
    const file = { fileId: 'holed', fileName: 'a.dcm' };
    const holed = (await create(world, [file])).refused(400);
    assert.equal(holed.message, `a.dcm: ${storageMessages.incomplete()}`);
    assert.deepEqual(holed.fields, [
      { path: 'xrayFiles.0', message: storageMessages.incomplete() },
    ]);
    const unknown = (await create(world, [{ ...file, fileId: 'none' }])).refused(404);
    assert.equal(unknown.message, `a.dcm: ${storageMessages.unknown()}`);
    await admin.sendChunk('holed', 1, bytes.subarray(CHUNK_SIZE, 2 * CHUNK_SIZE));
    (await create(world, [{ ...file, totalChunks: 4 }])).refused(400);
    (await create(world, [{ ...file, totalChunks: 3 }])).ok();
  });

  test('next to a rejected upload stays unchanged', async (t) => {
    const world = await newWorld(t);
    const good = await world.admin.upload(someDicom(), 'good.dcm');
    const bad = await world.admin.upload(Buffer.from('MZ not DICOM'), 'bad.dcm');
    const files = [
      { fileId: good, fileName: 'good.dcm' },
      { fileId: bad, fileName: 'bad.dcm' },
    ];
    (await create(world, files)).refused(415);
    assert.ok((await resting(world)).every((name) => /\.(part|map)$/.test(name)));
    assert.deepEqual(await world.db.selectFrom('checkups').selectAll().execute(), []);
    (await create(world, files.slice(0, 1))).ok();
  });

  test('is checked before a checkup claims it, and a rejection leaves it stored', async (t) => {
    const world = await newWorld(t);
    const { admin } = world;
    const good = await admin.upload(someDicom(), 'panoram.dcm');
    const checked = await check(admin, good, 'panoram.dcm');
    assert.deepEqual(checked.ok(), { fileId: good, size: someDicom().length });
    (await create(world, [{ fileId: good, fileName: 'panoram.dcm' }])).ok();
    (await check(admin, good, 'panoram.dcm')).ok();

    const disguised = await admin.upload(Buffer.from('MZ a program'), 'scan.dcm');
    const refused = (await check(admin, disguised, 'scan.dcm')).refused(415);
    assert.equal(refused.message, `scan.dcm: ${uploadMessages.bytesDisagree()}`);
    assert.equal((await stateOf(admin, disguised)).ok<UploadState>().size, 12);
    (await check(admin, disguised, 'scan.exe')).refused(415);
    (await check(admin, 'unknown', 'scan.dcm')).refused(404);
    await admin.sendChunk('incomplete', 1, Buffer.from('the end'));
    (await check(admin, 'incomplete', 'scan.dcm', 2)).refused(400);
    (await check(await otherAdmin(world), good, 'panoram.dcm')).refused(404);
    const { client: partner } = await world.signedInPartner();
    (await check(partner, good, 'panoram.dcm')).refused(403);
  });

  test('that was attached accepts no other bytes and no other checkup', async (t) => {
    const world = await newWorld(t);
    const fileId = await world.admin.upload(someDicom(), 'a.dcm');
    const checkup = (await create(world, [{ fileId, fileName: 'a.dcm' }])).ok<{
      checkup: Checkup;
    }>();
    (await world.admin.sendChunk(fileId, 0, someDicom())).ok();
    (await world.admin.sendChunk(fileId, 0, Buffer.from('other'))).refused(409);
    (await create(world, [{ fileId, fileName: 'b.dcm' }])).refused(409);
    await world.admin.delete(`/api/admin/checkups/${checkup.checkup._id}`);
    // The bytes are stored until the checkup can no longer be restored; the upload stays used up.
    (await world.admin.sendChunk(fileId, 0, Buffer.from('other'))).refused(409);
    (await create(world, [{ fileId, fileName: 'a.dcm' }])).refused(409);
    assert.equal((await resting(world)).length, 1);
  });

  test('stays used up after its claim was removed, as long as there is its file', async (t) => {
    const world = await newWorld(t);
    const fileId = await world.admin.upload(someDicom(), 'a.dcm');
    const files = [{ fileId, fileName: 'a.dcm' }];
    const { checkup } = (await create(world, files)).ok<{ checkup: Checkup }>();
    await world.db.deleteFrom('upload_claims').execute();
    (await create(world, files)).refused(409);
    (await world.admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
    (await create(world, files)).refused(409);
  });

  test('of the staff is written into the audit', async (t) => {
    const world = await newWorld(t);
    await world.addCheckup();
    const rows = await world.db
      .selectFrom('audit')
      .select(['role', 'action', 'object', 'result'])
      .where('action', '=', 'upload')
      .execute();
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ role: 'admin', action: 'upload', object: 'file', result: 'ok' }],
    );
  });
});

describe('bytes must agree with the name:', () => {
  const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
      .toFormat(format)
      .toBuffer();

  const cases: [string, string, () => Promise<Buffer> | Buffer, number][] = [
    ['a DICOM', 'a.dcm', () => someDicom(), 200],
    ['a DICOM without an extension', 'IM000001', () => someDicom(), 200],
    ['a JPEG', 'a.JPG', () => picture('jpeg'), 200],
    ['a PNG', 'a.png', () => picture('png'), 200],
    ['a WebP', 'a.webp', () => picture('webp'), 200],
    ['a GIF', 'a.gif', () => picture('gif'), 200],
    ['a text', 'a.txt', () => Buffer.from('Rəy: norma'), 200],
    ['a page', 'a.html', () => Buffer.from('<h1>Rəy</h1>'), 200],
    ['an XML', 'a.xml', () => Buffer.from('<a/>'), 200],
    ['a program called .dcm', 'a.dcm', () => Buffer.from('MZ'.padEnd(5_000, '\0')), 415],
    ['a program with DICM in its place', 'a.dcm', () => hidden('MZ'), 415],
    ['a page with DICM in its place', 'a.dcm', () => hidden('<html>'), 415],
    ['a text called .dcm', 'a.dcm', () => Buffer.from('hello'), 415],
    ['a PNG called .jpg', 'a.jpg', () => picture('png'), 415],
    [
      'an SVG called .png',
      'a.png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
    ],
    [
      'a PNG cut off in its header',
      'a.png',
      async () => (await picture('png')).subarray(0, 20),
      415,
    ],
    ['a picture of too many pixels', 'a.png', () => bomb(), 415],
    ['a text with a NUL', 'a.txt', () => Buffer.from('a\0b'), 415],
    ['a program', 'a.exe', () => Buffer.from('MZ'), 415],
    ['an SVG', 'a.svg', () => Buffer.from('<svg/>'), 415],
    ['a name of a prototype', 'a.constructor', () => Buffer.from('x'), 415],
  ];
  for (const [what, fileName, bytes, status] of cases) {
    test(`${what} is ${status === 200 ? 'accepted' : 'refused'}`, async (t) => {
      const world = await newWorld(t);
      const fileId = 'upload';
      (await world.admin.sendChunk(fileId, 0, await bytes())).ok();
      const answer = await create(world, [{ fileId, fileName }]);
      if (status === 200) answer.ok();
      else answer.refused(status);
    });
  }

  function hidden(preamble: string): Buffer {
    const bytes = someDicom();
    bytes.write(preamble, 0, 'latin1');
    return bytes;
  }

  const bomb = () =>
    sharp({ create: { width: 9_000, height: 8_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
});

async function otherAdmin(world: World): Promise<Client> {
  const [first] = await world.db.selectFrom('admins').selectAll().execute();
  assert.ok(first);
  const other = { ...first, id: crypto.randomUUID(), username: 'other', username_key: 'other' };
  await world.db.insertInto('admins').values(other).execute();
  return world.visitor.signIn('admin', { username: 'other', password: 'admin-password' });
}

test('claims go a week after their call', async (t) => {
  const { addCheckup, db, imaging, storage, media } = await newWorld(t);
  await addCheckup();
  const DAY = 24 * 60 * 60_000;
  const after = (days: number) =>
    uploadsService({ db, storage, media, imaging, now: () => Date.now() + days * DAY });
  assert.equal(await after(6).sweepClaims(), 0);
  assert.equal(await after(8).sweepClaims(), 1);
});
