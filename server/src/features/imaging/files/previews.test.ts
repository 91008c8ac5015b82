import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import {
  largePicture,
  newWorldWithFile,
  newWorldWithPictures,
} from '@deqiq/testkit/http/world-with-file.ts';
import { someDicom } from '@deqiq/testkit/world.ts';
import sharp from 'sharp';

/** A DICOM file of one frame that brightens from its first pixel to its last. */
function radiograph(width: number, height: number): Buffer {
  const grey = Uint16Array.from(
    { length: width * height },
    (_, at) => ((at % width) / width + Math.floor(at / width) / height) * 2_047,
  );
  return dicomFile({
    modality: 'PX',
    date: '2026-11-20',
    time: '10:30:00',
    description: 'Panoram',
    patient: { firstName: 'Nigar', lastName: 'Ə', id: '1', birthDate: '1990-01-05', sex: 'F' },
    institution: 'Dəqiq',
    width,
    height,
    frames: [grey],
    spacing: [0.2, 0.2],
  });
}

describe('a preview', () => {
  test('is an upright WebP of at most 1280 pixels without metadata', async (t) => {
    const bytes = await sharp(await largePicture('jpeg'))
      .withExif({ IFD0: { Copyright: 'a patient’s name' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { visitor, derivedLink } = await newWorldWithPictures(t, 'a.jpg', bytes);
    const { response } = await visitor.get((await derivedLink()).previewUrl ?? '');
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.headers['content-type'], 'image/webp');
    assert.equal(response.headers['cache-control'], 'private, no-store');
    const { format, width, height, exif } = await sharp(response.rawPayload).metadata();
    assert.deepEqual([format, width, height, exif], ['webp', 640, 1_280, undefined]);
  });

  test('is not offered for a text', async (t) => {
    const { link } = await newWorldWithFile(t, 'a.txt', Buffer.from('x'));
    assert.equal(link.previewUrl, undefined);
    assert.deepEqual(link.imaging, { state: 'ready', kind: 'document' });
  });

  test('of a DICOM file is its picture', async (t) => {
    const { visitor, derivedLink } = await newWorldWithPictures(
      t,
      'opg.dcm',
      radiograph(2_600, 1_300),
    );
    const { imaging, previewUrl } = await derivedLink();
    assert.deepEqual(imaging.previews, [320, 1_280, 2_400]);
    const { response } = await visitor.get(previewUrl ?? '');
    assert.equal(response.statusCode, 200, response.body);
    const { format, width, height } = await sharp(response.rawPayload).metadata();
    assert.deepEqual([format, width, height], ['webp', 1_280, 640]);
    const { data } = await sharp(response.rawPayload).raw().toBuffer({ resolveWithObject: true });
    assert.ok((data[0] ?? 255) < 40 && (data.at(-1) ?? 0) > 215, `${data[0]} … ${data.at(-1)}`);
  });

  test('of any other DICOM file is not offered', async (t) => {
    const { derivedLink } = await newWorldWithPictures(t, 'a.dcm', someDicom());
    const { imaging, previewUrl } = await derivedLink();
    assert.deepEqual([imaging.state, previewUrl], ['unsupported', undefined]);
  });

  test('of a truncated picture is missing, and the original is served', async (t) => {
    const noise = randomBytes(300 * 300 * 3);
    const whole = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    const { visitor, derivedLink } = await newWorldWithPictures(
      t,
      'a.png',
      whole.subarray(0, 50_000),
    );
    const { imaging, previewUrl, url } = await derivedLink();
    assert.deepEqual([imaging.state, previewUrl], ['failed', undefined]);
    assert.equal((await visitor.get(url)).status, 200);
  });

  test('has a link that opens no other object', async (t) => {
    const { visitor, derivedLink } = await newWorldWithPictures(t, 'a.png', await largePicture());
    const { imaging, url, previewUrl } = await derivedLink();
    const prefix = imaging.url ?? '';
    assert.equal((await visitor.get(`${prefix}preview-320`)).status, 200);
    for (const address of [`${prefix}l2`, `${prefix}other`, prefix, prefix.slice(0, -1)])
      assert.equal((await visitor.get(address)).status, 404, address);
    for (const link of [url, previewUrl])
      assert.equal((await visitor.get(`${link}/preview-320`)).status, 404);
  });
});

test('a derived object is sent in several ranges, only what was requested', async (t) => {
  const { visitor, derivedLink } = await newWorldWithPictures(t, 'opg.dcm', radiograph(400, 200));
  const url = `${(await derivedLink()).imaging?.url}l2`;
  const whole = (await visitor.get(url)).response.rawPayload;
  const { response } = await visitor.get(url, { range: 'bytes=0-4,100-109' });
  assert.equal(response.statusCode, 206);
  assert.equal(response.headers['content-range'], undefined);
  assert.equal(response.headers['content-length'], String(response.rawPayload.length));
  const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(
    String(response.headers['content-type']),
  )?.[1];
  const parts = response.rawPayload.toString('latin1').split(`\r\n--${boundary}`);
  assert.deepEqual(parts.length, 4);
  for (const [index, [first, last]] of [
    [0, 4],
    [100, 109],
  ].entries() as Iterable<[number, [number, number]]>) {
    const [head = '', bytes] = parts[index + 1]?.split('\r\n\r\n') ?? [];
    assert.ok(head.includes(`content-range: bytes ${first}-${last}/${whole.length}`), head);
    assert.equal(bytes, whole.subarray(first, last + 1).toString('latin1'));
  }
});
