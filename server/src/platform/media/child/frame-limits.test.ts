import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { countFrames, countScans } from './frame-limits.ts';
import { inspect } from './images.ts';

const part = (name: string, data: Buffer) => {
  const head = Buffer.from(`${name}....`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** An animated WebP of one pixel in so many frames. */
async function animated(frames: number): Promise<Buffer> {
  const pixel = (await picture({ width: 1, height: 1, format: 'webp' })).bytes.subarray(12);
  const frame = part('ANMF', Buffer.concat([Buffer.alloc(16), pixel]));
  const canvas = part('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const all = [canvas, part('ANIM', Buffer.alloc(6)), ...Array<Buffer>(frames).fill(frame)];
  const file = part('RIFF', Buffer.concat([Buffer.from('WEBP'), ...all]));
  return file;
}

test('a WebP of a thousand frames is accepted, one with more is not decoded', async () => {
  assert.equal((await inspect(await animated(1_000), 'webp')).width, 1);
  const more = await animated(1_001);
  assert.equal(countFrames(more, 1_000), 1_001);
  await assert.rejects(inspect(more, 'webp'), /too many frames/);
});

test('frames are counted only in files with the signature of a WebP', async () => {
  const { bytes } = await picture({ format: 'webp' });
  assert.equal(countFrames(bytes, 1_000), 0);
  const broken = await animated(1_001);
  for (const length of [0, 3, 11, 12, 19, 20, 40]) countFrames(broken.subarray(0, length), 1_000);
  broken.writeUInt32LE(0xffff_ffff, 16);
  assert.equal(countFrames(broken, 1_000), 0);
  assert.equal(countFrames(Buffer.concat([Buffer.from('GIF89a......'), broken]), 1_000), 0);
});

test('a clinic cannot have a picture with too many frames', async (t) => {
  const { admin } = await newWorld(t);
  const image = { fileName: 'a.webp', bytes: await animated(1_001) };
  const fields = { title: 'Ağ Diş', phone: '012', instagram: '@agdis', image };
  (await admin.form('POST', '/api/admin/clinics', fields)).refused(413);
});

/** The same scan repeated, as in a file. */
const scans = (count: number) => {
  const scan = Buffer.from([0xff, 0xda, 0, 4, 0, 0, 0x12, 0xff, 0, 0xff, 0xd1, 0x34]);
  const comment = Buffer.from([0xff, 0xfe, 0, 4, 0xff, 0xda]);
  const all = Array<Buffer>(count).fill(Buffer.concat([scan, comment]));
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...all, Buffer.from([0xff, 0xd9])]);
};

test('scans of a JPEG are counted, but not bytes that look like one', () => {
  assert.equal(countScans(scans(3), 100), 3);
  assert.equal(countScans(scans(1_000), 100), 101);
  assert.equal(countScans(Buffer.concat([scans(2), scans(500)]), 100), 2);
  const whole = scans(3);
  for (let length = 0; length < whole.length; length += 1)
    assert.ok(countScans(whole.subarray(0, length), 100) <= 3);
  assert.equal(countScans(Buffer.from('\xff\xd8\xff\xda\xff\xff', 'latin1'), 100), 1);
});
