import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture } from '../testing/pictures.ts';
import { newWorld } from '../testing/world.ts';
import { hasTooManyFrames, isImage } from './images.ts';

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

test('a WebP of a thousand frames is a picture, one of more is not even looked at', async () => {
  assert.equal(await isImage('image/webp', await animated(1_000)), true);
  const more = await animated(1_001);
  assert.equal(hasTooManyFrames(more), true);
  assert.equal(await isImage('image/webp', more), false);
});

test('frames are counted in whatever calls itself a WebP, and nowhere else', async () => {
  const { bytes } = await picture({ format: 'webp' });
  assert.equal(hasTooManyFrames(bytes), false);
  const broken = await animated(1_001);
  for (const length of [0, 3, 11, 12, 19, 20, 40]) hasTooManyFrames(broken.subarray(0, length));
  broken.writeUInt32LE(0xffff_ffff, 16);
  assert.equal(hasTooManyFrames(broken), false);
  assert.equal(hasTooManyFrames(Buffer.concat([Buffer.from('GIF89a......'), broken])), false);
});

test('a clinic gets no picture of too many frames', async (t) => {
  const { admin } = await newWorld(t);
  const image = { fileName: 'a.webp', bytes: await animated(1_001) };
  const fields = { title: 'Ağ Diş', phone: '012', instagram: '@agdis', image };
  (await admin.form('POST', '/api/admin/clinics', fields)).refused(413);
});
