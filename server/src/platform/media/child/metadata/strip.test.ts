import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { randomFrom } from '@deqiq/testkit/random.ts';
import sharp from 'sharp';
import { orientationTiff, readOrientation } from '../../exif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripPicture } from './strip.ts';
import { stripWebp } from './webp.ts';

const SECRET = 'SECRET-40.4093N-49.8671E';

/** A picture with every shade and the metadata of a camera: person, device and location. */
const photo = (orientation = 1) => {
  const pixels = Uint8Array.from(
    { length: 96 * 64 * 3 },
    (_, index) => (index * 7 + (index >> 5)) % 256,
  );
  return sharp(pixels, { raw: { width: 96, height: 64, channels: 3 } })
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: SECRET, Model: SECRET, Artist: SECRET },
      IFD2: { UserComment: SECRET, DateTimeOriginal: '2026:03:14 15:09:26' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 24/1 33/1', GPSMapDatum: SECRET },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${SECRET}</a></x:xmpmeta>`);
};

const pixelsOf = (bytes: Buffer) => sharp(bytes, { failOn: 'error' }).raw().toBuffer();

async function assertSamePicture(stripped: Buffer, original: Buffer): Promise<void> {
  assert.ok((await pixelsOf(stripped)).equals(await pixelsOf(original)));
  const after = await sharp(stripped).metadata();
  const before = await sharp(original).metadata();
  assert.equal(after.orientation ?? 1, before.orientation ?? 1);
  assert.deepEqual(after.icc, before.icc);
  assert.equal(after.space, before.space);
}

const assertNoTraces = (bytes: Buffer) => {
  for (const trace of [SECRET, 'GPS', '2026:03:14', 'xmpmeta', 'http://ns.adobe.com'])
    assert.equal(bytes.includes(trace), false, trace);
};

const segment = (marker: number, text: string) => {
  const data = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/** A JPEG with more segments behind its first bytes. */
const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

describe('a JPEG', () => {
  test('loses camera, person, time and place, and keeps every pixel', async () => {
    const bytes = await photo(6).jpeg({ quality: 90 }).toBuffer();
    assert.ok(bytes.includes(SECRET));
    const stripped = await stripPicture(bytes, 'jpeg');
    assertNoTraces(stripped);
    await assertSamePicture(stripped, bytes);
    assert.equal((await sharp(stripped).metadata()).exif?.length, 32);
  });

  test('loses metadata in every segment, and data after its end', async () => {
    const plain = await sharp(await photo().jpeg().toBuffer())
      .jpeg()
      .toBuffer();
    const bytes = Buffer.concat([
      withSegments(
        plain,
        segment(0xe0, `JFXX\0${SECRET}`),
        segment(0xe2, `MPF\0${SECRET}`),
        segment(0xed, `Photoshop 3.0\0${SECRET}`),
        segment(0xeb, SECRET),
        segment(0xfe, SECRET),
      ),
      Buffer.from(`film of a motion photo ${SECRET}`),
    ]);
    const stripped = stripJpeg(bytes);
    assertNoTraces(stripped);
    await assertSamePicture(stripped, bytes);
  });

  test('keeps the data that its colours need', async () => {
    const display = await photo().withIccProfile('p3').jpeg().toBuffer();
    await assertSamePicture(await stripPicture(display, 'jpeg'), display);
    assert.ok((await sharp(stripJpeg(display)).metadata()).icc);
    const cmyk = await photo().toColourspace('cmyk').jpeg().toBuffer();
    await assertSamePicture(await stripPicture(cmyk, 'jpeg'), cmyk);
    const progressive = await photo(3).jpeg({ progressive: true }).toBuffer();
    const between = progressive.indexOf(Buffer.from([0xff, 0xc4]), 700);
    const comment = segment(0xfe, SECRET);
    const bytes = Buffer.concat([
      progressive.subarray(0, between),
      comment,
      progressive.subarray(between),
    ]);
    const stripped = await stripPicture(bytes, 'jpeg');
    assertNoTraces(stripped);
    await assertSamePicture(stripped, bytes);
  });

  test('that is damaged is rejected', async () => {
    const bytes = await photo().jpeg().toBuffer();
    await assert.rejects(stripPicture(bytes.subarray(0, bytes.length - 200), 'jpeg'));
    await assert.rejects(stripPicture(bytes.subarray(0, 60), 'jpeg'));
  });
});

const chunk = (name: string, data: Buffer | string) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(data)]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(body.length - 4, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), bytes.length - 4);
  return bytes;
};

describe('a PNG', () => {
  test('loses text, time, Exif and data after its end, and keeps every pixel', async () => {
    const png = await photo().withIccProfile('p3').png().toBuffer();
    const ihdr = 33;
    const bytes = Buffer.concat([
      png.subarray(0, ihdr),
      chunk('tEXt', `Author\0${SECRET}`),
      chunk('tIME', Buffer.from([7, 234, 3, 14, 15, 9, 26])),
      chunk('eXIf', orientationTiff(8)),
      chunk('prVt', SECRET),
      png.subarray(ihdr),
      Buffer.from(SECRET),
    ]);
    const stripped = await stripPicture(bytes, 'png');
    assertNoTraces(stripped);
    for (const name of ['tEXt', 'tIME', 'prVt']) assert.equal(stripped.includes(name), false);
    await assertSamePicture(stripped, bytes);
  });

  test('that is damaged is rejected', async () => {
    const bytes = await photo().png().toBuffer();
    await assert.rejects(stripPicture(bytes.subarray(0, bytes.length - 13), 'png'));
  });
});

describe('a WebP', () => {
  test('loses Exif and XMP, and keeps every pixel', async () => {
    for (const options of [{ lossless: true }, { quality: 80 }]) {
      const bytes = await photo(5).webp(options).toBuffer();
      assert.ok(bytes.includes(SECRET));
      const stripped = await stripPicture(bytes, 'webp');
      assertNoTraces(stripped);
      await assertSamePicture(stripped, bytes);
    }
  });

  test('that is damaged is rejected', async () => {
    const bytes = await photo().webp().toBuffer();
    await assert.rejects(stripPicture(bytes.subarray(0, 300), 'webp'));
  });
});

test('an orientation is read in both byte orders, and nothing outside the structure', () => {
  assert.equal(readOrientation(orientationTiff(6)), 6);
  const big = Buffer.from('4d4d002a00000008000101120003000000010003000000000000', 'hex');
  assert.equal(readOrientation(big), 3);
  for (let length = 0; length < 20; length += 1)
    assert.equal(readOrientation(orientationTiff(6).subarray(0, length)), undefined);
  assert.equal(readOrientation(orientationTiff(1)), undefined);
  assert.equal(readOrientation(orientationTiff(9)), undefined);
});

test('bytes changed at random are stripped or rejected, and never read beyond their end', async () => {
  const random = randomFrom(9);
  const strippers = [
    [stripJpeg, await photo(6).jpeg().toBuffer()],
    [stripPng, await photo(6).png().toBuffer()],
    [stripWebp, await photo(6).webp().toBuffer()],
  ] as const;
  for (const [strip, original] of strippers) {
    for (let round = 0; round < 500; round += 1) {
      const bytes = Buffer.from(original.subarray(0, 13 + random.below(original.length - 13)));
      for (let change = 0; change < 4; change += 1)
        bytes[random.below(bytes.length)] = random.below(256);
      try {
        assert.ok(strip(bytes).length <= bytes.length + 64);
      } catch (error) {
        assert.ok(error instanceof Error && !/AssertionError/.test(error.name), String(error));
      }
    }
  }
});
