import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import { MAX_PICTURE_BYTES } from '@deqiq/contract/shared/limits.ts';
import type { Clinic } from '@deqiq/contract/site/clinics.ts';
import type { Doctor } from '@deqiq/contract/site/doctors.ts';
import type { FilePart } from '@deqiq/testkit/client.ts';
import { picture, storedPictures } from '@deqiq/testkit/documents/pictures.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import sharp from 'sharp';
import { newId } from '../../../platform/ids.ts';

const CLINICS = '/api/admin/clinics';
const details = { title: 'Ağ Diş', phone: '+994 12 555 44 33', instagram: '@agdis' };

const send = ({ admin }: World, image: FilePart) =>
  admin.form('POST', CLINICS, { ...details, image });

async function sent(world: World, image: FilePart): Promise<string> {
  return (await send(world, image)).ok<{ clinic: Clinic }>().clinic.imageUrl;
}

async function shown({ visitor }: World, file: string, query = '') {
  const { response } = await visitor.get(pictureUrl('clinic', file) + query);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['content-type'], 'image/webp');
  return sharp(response.rawPayload).metadata();
}

describe('a picture', () => {
  test('is stored in three widths, and the widest is the default', async (t) => {
    const world = await newWorld(t);
    const file = await sent(world, await picture({ width: 2_400, height: 1_200, format: 'jpeg' }));
    assert.match(file, /^[0-9a-f-]{36}\.webp$/);
    for (const [query, width] of [
      ['', 1_600],
      ['?w=480', 480],
      ['?w=960', 960],
      ['?w=1600', 1_600],
    ] as const) {
      const { format, height, ...seen } = await shown(world, file, query);
      assert.deepEqual([format, seen.width, height], ['webp', width, width / 2]);
    }
    for (const bad of ['?w=481', '?w=', '?w=480&w=960'])
      (await world.visitor.get(pictureUrl('clinic', file) + bad)).refused(400);
  });

  test('is never enlarged, nor stored twice', async (t) => {
    const world = await newWorld(t);
    const file = await sent(world, await picture({ width: 700, height: 350 }));
    assert.equal((await shown(world, file, '?w=480')).width, 480);
    for (const query of ['', '?w=960', '?w=1600'])
      assert.equal((await shown(world, file, query)).width, 700);
    assert.equal((await storedPictures(world)).length, 2);
    const small = await sent(world, await picture({ width: 30, height: 30 }));
    assert.equal((await shown(world, small, '?w=1600')).width, 30);
    assert.equal((await storedPictures(world)).length, 3);
  });

  test('is upright, without location and animation', async (t) => {
    const world = await newWorld(t);
    const tell = { IFD0: { Copyright: 'Leyla' }, IFD3: { GPSLatitudeRef: 'N' } };
    const turned = await picture({ width: 900, height: 300, format: 'jpeg' }, (image) =>
      image.withExif(tell).withMetadata({ orientation: 6 }).withExifMerge(tell),
    );
    assert.equal((await sharp(turned.bytes).metadata()).orientation, 6);
    const upright = await shown(world, await sent(world, turned));
    assert.deepEqual([upright.width, upright.height], [300, 900]);
    assert.equal((await storedPictures(world)).length, 1);
    assert.deepEqual([upright.exif, upright.icc, upright.xmp], [undefined, undefined, undefined]);

    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    assert.equal((await sharp(gif).metadata()).pages, 2);
    const still = await shown(world, await sent(world, { fileName: 'a.gif', bytes: gif }));
    assert.deepEqual([still.pages ?? 1, still.height], [1, 20]);
  });

  test('of every accepted type is stored, by its name or else by its Content-Type', async (t) => {
    const world = await newWorld(t);
    const names = ['a.png', 'a.jpg', 'a.JPEG', 'a.webp', 'a.gif'];
    const formats = ['png', 'jpeg', 'jpeg', 'webp', 'gif'] as const;
    for (const [index, name] of names.entries())
      await sent(world, await picture({ format: formats[index] ?? 'png', name }));
    const blob = await picture({ format: 'jpeg', name: 'blob' });
    await sent(world, { ...blob, contentType: 'image/jpeg' });
    assert.equal((await send(world, blob)).status, 415);
  });

  test('with other content is rejected under any name, and nothing is stored', async (t) => {
    const world = await newWorld(t);
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
    );
    const png = (await picture()).bytes;
    const tiff = await sharp(png).tiff().toBuffer();
    const wrongType = 'Only PNG, JPG, JPEG, WEBP and GIF images are accepted';
    const wrongBytes = 'The image is damaged, or it is not what its name says';
    const cases: [FilePart, string][] = [
      [{ fileName: 'a.svg', bytes: svg, contentType: 'image/svg+xml' }, wrongType],
      [{ fileName: 'a', bytes: svg, contentType: 'image/svg+xml' }, wrongType],
      [{ fileName: 'a.html', bytes: png, contentType: 'image/png' }, wrongType],
      [{ fileName: 'a.png.exe', bytes: png }, wrongType],
      [{ fileName: 'a.constructor', bytes: png }, wrongType],
      [{ fileName: 'a.tiff', bytes: tiff }, wrongType],
      [{ fileName: 'a.png', bytes: svg }, wrongBytes],
      [{ fileName: 'a.png', bytes: tiff }, wrongBytes],
      [{ fileName: 'a.jpg', bytes: png }, wrongBytes],
      [{ fileName: 'a.webp', bytes: png }, wrongBytes],
      [{ fileName: 'a.gif', bytes: Buffer.from('GIF89a<svg/>') }, wrongBytes],
      [{ fileName: 'a.png', bytes: Buffer.from('%PDF-1.7') }, wrongBytes],
      [{ fileName: 'a.png', bytes: png.subarray(0, 60) }, wrongBytes],
      [{ fileName: 'a.png', bytes: Buffer.alloc(0) }, wrongBytes],
    ];
    for (const [file, message] of cases) {
      const refusal = (await send(world, file)).refused(415);
      assert.equal(refusal.message, message, file.fileName);
      assert.deepEqual(refusal.fields, [{ path: 'image', message }]);
    }
    assert.deepEqual(await storedPictures(world), []);
  });

  test('may have 15 MB and 60 megapixels, not more', async (t) => {
    const world = await newWorld(t);
    const { bytes } = await picture({ format: 'jpeg' });
    // Data after the end of a JPEG is ignored.
    const padded = (size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
    (await send(world, { fileName: 'a.jpg', bytes: padded(MAX_PICTURE_BYTES) })).ok();
    const large = await send(world, { fileName: 'a.jpg', bytes: padded(MAX_PICTURE_BYTES + 1) });
    assert.equal(large.refused(413).message, 'An image may have at most 15 MB');
    const huge = await send(world, { fileName: 'a.jpg', bytes: Buffer.alloc(40_000_000) });
    assert.equal(huge.refused(413).message, 'The request is too large');
    const wide = await picture({ width: 7_750, height: 7_750 });
    assert.equal(
      (await send(world, wide)).refused(413).message,
      'An image may have at most 60 megapixels',
    );
    assert.equal((await storedPictures(world)).length, 1);
  });
});

describe('the address of a picture', () => {
  async function openClinicPictures(t: TestContext) {
    const world = await newWorld(t);
    const clinicFile = await sent(world, await picture({ width: 500 }));
    const form = { firstName: 'Leyla', lastName: 'Q', phone: '1', image: await picture() };
    const answer = await world.admin.form('POST', '/api/admin/partnercards', form);
    const cardFile = answer.ok<{ partnerCard: Doctor }>().partnerCard.imageUrl;
    return { ...world, clinicFile, cardFile };
  }

  test('is good for a year, and for nothing but looking at', async (t) => {
    const { visitor, clinicFile } = await openClinicPictures(t);
    const url = pictureUrl('clinic', clinicFile);
    const { headers, rawPayload } = (await visitor.get(url)).response;
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-length'], String(rawPayload.length));
    const head = (await visitor.send({ method: 'HEAD', url })).response;
    assert.deepEqual([head.statusCode, head.rawPayload.length], [200, 0]);
    assert.equal(head.headers['content-length'], headers['content-length']);
    const again = await visitor.get(url, { 'if-none-match': headers.etag });
    assert.equal(again.status, 304);
    const narrow = await visitor.get(`${url}?w=480`, { 'if-none-match': headers.etag });
    assert.equal(narrow.status, 200);
    const part = await visitor.get(url, { range: 'bytes=0-3' });
    assert.deepEqual([part.status, part.response.body], [206, 'RIFF']);
    (await visitor.get(url, { range: 'bytes=99999999-' })).refused(416);
  });

  test('serves only its own kind', async (t) => {
    const { visitor, clinicFile, cardFile } = await openClinicPictures(t);
    assert.equal((await visitor.get(pictureUrl('card', cardFile))).status, 200);
    for (const url of [pictureUrl('card', clinicFile), pictureUrl('clinic', cardFile)]) {
      const answer = await visitor.get(url);
      answer.refused(404);
      assert.equal(answer.response.headers['cache-control'], 'no-store');
    }
  });

  test('is a name, never a path', async (t) => {
    const { visitor, clinicFile } = await openClinicPictures(t);
    const id = clinicFile.replace('.webp', '');
    const tricks = [
      id,
      `${id}-480`,
      `${id}.png`,
      `${id}.webp.webp`,
      clinicFile.toUpperCase(),
      `${newId()}.webp`,
      `..%2fclinicFiles%2f${clinicFile}`,
      '%2e%2e%2f%2e%2e%2fdeqiq.db',
      '..',
      `${clinicFile}%00`,
      `${clinicFile}%0a`,
      '%',
      'x'.repeat(2_000),
      '',
    ];
    for (const trick of tricks) {
      const { status } = await visitor.get(pictureUrl('clinic', trick));
      assert.ok(status === 404 || status === 400, `${trick}: ${status}`);
    }
    const post = await visitor.post(pictureUrl('clinic', clinicFile));
    assert.equal(post.status, 405);
  });
});
