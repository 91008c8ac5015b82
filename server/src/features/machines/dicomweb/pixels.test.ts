import assert from 'node:assert/strict';
import { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { type TestContext, test } from 'node:test';
import type { UnseenResults } from '@deqiq/contract/examinations/results.ts';
import { MAX_REQUESTED_FRAMES } from '@deqiq/contract/machines/dicomweb.ts';
import * as dicomwebMessages from '@deqiq/messages/machines/dicomweb.js';
import { part10 } from '@deqiq/samples/dicom/ct-slice.ts';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import { encodeJpegLs } from '@deqiq/samples/dicom-variants/encoders.ts';
import { imageFile, SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import { openImage } from '@deqiq/testkit/documents/rendered.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import sharp from 'sharp';
import { readFileMeta } from '../../../platform/dicom/file-meta.ts';
import { type DecoderPool, decoderPool } from '../../../platform/media/pool/decoder-pool.ts';

const WIDTH = 40;
const HEIGHT = 20;
const FRAMES = 3;
const STUDY = '2.25.90';

/** A frame of twelve bits that brightens from left to right. */
const wordsOf = (frame: number): Uint16Array =>
  Uint16Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at % WIDTH) * 100 + frame);

const uids = (name: string): Element[] => [
  { tag: 0x0008_0016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.1' },
  { tag: 0x0008_0018, vr: 'UI', value: `${STUDY}.${name}` },
  { tag: 0x0008_0060, vr: 'CS', value: 'PX' },
  { tag: 0x0010_0010, vr: 'PN', value: 'Hüseynova^Nigar' },
  { tag: 0x0020_000d, vr: 'UI', value: STUDY },
  { tag: 0x0020_000e, vr: 'UI', value: `${STUDY}.0` },
  { tag: 0x0020_0013, vr: 'IS', value: name },
];

/** Instances 1 to 4: three frames in JPEG-LS, implicit VR, deflated, and a data set without file meta. */
async function newFiles(): Promise<Buffer[]> {
  const size = { width: WIDTH, height: HEIGHT };
  const codestreams = await Promise.all(
    Array.from({ length: FRAMES }, (_, frame) =>
      encodeJpegLs({ ...size, words: wordsOf(frame), samples: 1, bits: 12, isSigned: false }),
    ),
  );
  const fragments = codestreams.map((codestream) => [codestream]);
  const native = (syntax: string, name: string) =>
    imageFile({ ...size, syntax, words: wordsOf(0), more: uids(name) });
  const plain = native(SYNTAX.explicit, '4');
  return [
    imageFile({ ...size, syntax: SYNTAX.jpegLs, frames: FRAMES, fragments, more: uids('1') }),
    native(SYNTAX.implicit, '2'),
    native(SYNTAX.deflated, '3'),
    plain.subarray(readFileMeta(plain)?.end ?? 0),
  ];
}

async function newViewer(t: TestContext, decoders?: DecoderPool) {
  const world = await newWorld(t, { runsJobs: true, ...(decoders && { decoders }) });
  const files = await newFiles();
  const { partner, client } = await world.signedInPartner();
  for (const [index, bytes] of files.entries())
    await world.addCheckup({ partner: partner._id, fileName: `${index}.dcm`, bytes });
  await untilTrue(
    async () => (await world.db.selectFrom('jobs').select('id').execute()).length === 0,
  );
  const series = `/dicom-web/studies/${STUDY}/series/${STUDY}.0`;
  const url = (instance: number, more = '') => `${series}/instances/${STUDY}.${instance}${more}`;
  const get = async (address: string, accept: string) => {
    const { response } = await client.get(address, { accept });
    const type = String(response.headers['content-type']);
    return {
      status: response.statusCode,
      type,
      body: response.rawPayload,
      parts: partsOf(type, response.rawPayload),
    };
  };
  return { ...world, client, files, series, url, get };
}

/** The bodies of a multipart response, and the Content-Type of each. */
function partsOf(type: string, body: Buffer): { type: string; bytes: Buffer }[] {
  const [, boundary] = /boundary=(\S+)/.exec(type) ?? [];
  if (!boundary) return [];
  const sections = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  return sections.map((section) => {
    const end = section.indexOf('\r\n\r\n');
    const [, partType = ''] = /Content-Type: (.*)\r\n/.exec(`${section.slice(0, end)}\r\n`) ?? [];
    return { type: partType, bytes: Buffer.from(section.slice(end + 4, -2), 'latin1') };
  });
}

const related = (type: string, syntax = '') =>
  `multipart/related; type="${type}"${syntax && `; transfer-syntax=${syntax}`}`;

test('pixels are sent in the encoding that a program asks for', async (t) => {
  const { client, files, series, url, get, ...world } = await newViewer(t);

  await t.test('a result is new until its doctor opens it by DICOMweb', async () => {
    const count = async () =>
      (await client.get('/api/partner/results/unseen')).ok<UnseenResults>().count;
    assert.equal(await count(), files.length);
    await get(url(1, '/metadata'), '*/*');
    assert.equal(await count(), files.length - 1);
  });

  await t.test('frames as they are stored, decoded, and as HTJ2K', async () => {
    const all = url(1, '/frames/1,2,3');
    const native = Array.from({ length: FRAMES }, (_, frame) => Buffer.from(wordsOf(frame).buffer));
    const decoded = await get(all, related('application/octet-stream'));
    assert.deepEqual(
      decoded.parts.map(({ bytes }) => bytes),
      native,
    );
    for (const accept of [
      related('image/jls'),
      related('application/octet-stream', '*'),
      related('application/octet-stream', SYNTAX.jpegLs),
    ]) {
      const { parts } = await get(all, accept);
      assert.equal(parts.length, FRAMES);
      for (const { bytes, type } of parts) {
        assert.ok(files[0]?.includes(bytes.subarray(0, -1)), accept);
        assert.match(type, /transfer-syntax=1\.2\.840\.10008\.1\.2\.4\.80$/);
      }
    }
    const { parts } = await get(all, related('image/jphc'));
    assert.deepEqual(
      parts.map(({ bytes }) => bytes.readUInt32BE(0)),
      Array(FRAMES).fill(0xff4fff51),
    );
    for (const accept of [related('image/jp2'), 'text/html', related('image/jls', SYNTAX.rle)])
      assert.equal((await get(all, accept)).status, 406, accept);
    const single = await get(url(2, '/frames/1'), 'application/octet-stream');
    assert.deepEqual([single.type, single.body], ['application/octet-stream', native[0]]);
    // A body without parts has no room for a second frame.
    for (const [accept, status] of [
      ['application/octet-stream', 406],
      ['image/jls', 406],
      [`image/jls, ${related('image/jls')}`, 200],
    ] as const)
      assert.equal((await get(all, accept)).status, status, accept);
    assert.deepEqual((await get(url(3, '/frames/1'), '*/*')).parts[0]?.bytes, native[0]);
  });

  await t.test('ranges of media types are answered in a type that they cover', async () => {
    const all = url(1, '/frames/1,2,3');
    for (const [accept, type] of [
      [related('*/*'), 'application/octet-stream'],
      ['multipart/*', 'application/octet-stream'],
      [related('application/*'), 'application/octet-stream'],
      [related('image/*'), 'image/jls'],
    ] as const) {
      const { parts } = await get(all, accept);
      assert.equal(parts[0]?.type.split(';')[0], type, accept);
      assert.equal(parts.length, FRAMES);
    }
    const plain = await get(url(3, '/frames/1'), related('image/*'));
    assert.equal(plain.parts[0]?.type.split(';')[0], 'image/jphc');
    assert.equal((await get(url(1), related('*/*', '*'))).parts.length, 1);
    assert.equal((await get(all, related('video/*'))).status, 406);
  });

  await t.test('instances in explicit little-endian, as HTJ2K and as they are stored', async () => {
    for (const [index, bytes] of files.slice(0, 3).entries()) {
      const stored = await get(url(index + 1), related('application/dicom', '*'));
      assert.deepEqual(stored.parts[0]?.bytes, bytes);
      for (const [accept, syntax] of [
        [related('application/dicom'), SYNTAX.explicit],
        ['application/dicom', SYNTAX.explicit],
        [related('application/dicom', SYNTAX.htj2k), SYNTAX.htj2k],
      ] as const) {
        const { parts, body } = await get(url(index + 1), accept);
        const image = openImage(parts[0]?.bytes ?? body);
        assert.equal(image?.file.transferSyntax, syntax);
        assert.equal(image.frames.count, index === 0 ? FRAMES : 1);
      }
    }
    const rle = related('application/dicom', SYNTAX.rle);
    assert.equal((await get(url(1), rle)).status, 406);
    const preferred = `${rle}, ${related('application/dicom', '*')};q=0.5`;
    assert.deepEqual((await get(url(1), preferred)).parts[0]?.bytes, files[0]);
    assert.equal((await get(series, related('application/dicom'))).parts.length, files.length);
  });

  await t.test('a data set without file meta gets it', async () => {
    const { parts } = await get(url(4), related('application/dicom', '*'));
    const [{ bytes } = { bytes: Buffer.alloc(0) }] = parts;
    const meta = readFileMeta(bytes);
    assert.equal(meta?.uid, SYNTAX.explicit);
    assert.deepEqual(bytes.subarray(meta.end), files[3]);
    assert.ok(part10(SYNTAX.explicit, Buffer.alloc(0)).length < meta.end);
  });

  await t.test(
    'pictures: of a frame, in a window and size, of each frame, of a study',
    async () => {
      const sizeOf = async (bytes: Buffer | undefined) => {
        const { width, height, format } = await sharp(bytes).metadata();
        return [width, height, format];
      };
      const jpeg = await get(url(1, '/rendered'), '*/*');
      assert.equal(jpeg.type, 'image/jpeg');
      assert.deepEqual(await sizeOf(jpeg.body), [WIDTH, HEIGHT, 'jpeg']);
      const png = await get(
        url(1, '/frames/2/rendered?viewport=20,20&window=0,1,linear'),
        'image/png',
      );
      assert.deepEqual(await sizeOf(png.body), [20, 10, 'png']);
      const pixels = await sharp(png.body).removeAlpha().raw().toBuffer();
      assert.ok(
        pixels.every((value) => value === 255),
        'everything is above this window',
      );
      const region = await get(url(1, '/rendered?viewport=10,10,5,5,10,10'), 'image/webp');
      assert.deepEqual(await sizeOf(region.body), [10, 10, 'webp']);
      const each = await get(url(1, '/rendered'), related('image/jpeg'));
      assert.equal(each.parts.length, FRAMES);
      const some = url(1, '/frames/3,1/rendered');
      for (const accept of ['*/*', related('image/jpeg'), `image/png, ${related('image/jpeg')}`])
        assert.equal((await get(some, accept)).parts.length, 2, accept);
      assert.equal((await get(some, 'image/jpeg')).status, 406);
      assert.equal((await get(url(1, '/frames/3,1/thumbnail'), '*/*')).type, 'image/jpeg');
      for (const path of [`/dicom-web/studies/${STUDY}/rendered`, `${series}/thumbnail`])
        assert.equal((await get(path, 'image/jpeg')).status, 200, path);
      const thumbnail = await get(url(1, '/thumbnail'), 'image/jpeg');
      assert.deepEqual(await sizeOf(thumbnail.body), [256, 128, 'jpeg']);
      for (const query of [
        'window=1',
        'window=1,0',
        'window=1,2,round',
        'viewport=0,1',
        'quality=0',
      ])
        assert.equal((await get(url(1, `/rendered?${query}`), '*/*')).status, 400, query);
      assert.equal((await get(url(1, '/frames/4/rendered'), '*/*')).status, 404);
      assert.equal((await get(url(1, '/rendered'), 'video/mp4')).status, 406);
    },
  );

  await t.test('strangers get no picture', async () => {
    const { client: other } = await world.signedInPartner();
    for (const path of ['/rendered', '/thumbnail', '/frames/1/rendered', '/frames/1/thumbnail'])
      assert.equal((await other.get(url(1, path))).status, 404, path);
  });
});

test('more pictures than one response may have are refused, not left out', async (t) => {
  const world = await newWorld(t, { runsJobs: true });
  const { partner, client } = await world.signedInPartner();
  const frames = MAX_REQUESTED_FRAMES + 1;
  const words = new Uint16Array(frames * 4);
  const bytes = imageFile({ width: 2, height: 2, frames, words, more: uids('1') });
  await world.addCheckup({ partner: partner._id, fileName: 'a.dcm', bytes });
  const url = `/dicom-web/studies/${STUDY}/rendered`;
  const get = async (accept: string) => (await client.get(url, { accept })).response;
  await untilTrue(async () => (await get('image/jpeg')).statusCode === 200);
  const response = await get(related('image/jpeg'));
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().message, dicomwebMessages.tooMany());
});

test('a program waits as long as a decoder needs; only one that reads nothing is disconnected', async (t) => {
  const idle = Promise.withResolvers<void>();
  const pool = decoderPool({ folder: tmpdir() });
  t.after(() => pool.close());
  let pictures = 0;
  const { run } = pool;
  t.mock.method(pool, 'run', async (...job: Parameters<typeof run>) => {
    if (job[0] === 'render-dicom') pictures += 1;
    if (pictures === 2) await idle.promise;
    return run(...job);
  });
  const { setTimeout } = ServerResponse.prototype;
  t.mock.method(
    ServerResponse.prototype,
    'setTimeout',
    function (this: ServerResponse, _milliseconds: number, onTimeout: () => void) {
      return setTimeout.call(this, 20, () => {
        onTimeout();
        idle.resolve();
      });
    },
  );
  const { app, client, url } = await newViewer(t, pool);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = {
    accept: related('image/jpeg'),
    authorization: `Bearer ${client.tokens?.accessToken}`,
  };
  const response = await fetch(`${address}${url(1, '/rendered')}`, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  assert.equal(partsOf(String(response.headers.get('content-type')), body).length, FRAMES);
});
