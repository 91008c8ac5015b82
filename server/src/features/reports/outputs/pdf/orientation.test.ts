import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderPdfPage } from '@deqiq/testkit/documents/pdf.ts';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import sharp, { type Sharp } from 'sharp';
import { createDocument } from './document.ts';

const facts = {
  title: 'Foto',
  author: 'Aygün Məmmədova',
  producer: 'Dəqiq',
  language: 'az',
  createdAt: '2026-11-27T10:00:00.000Z',
  id: '0'.repeat(32),
};

/** Red, green, blue and white quarters; 90 to 60 pixels as stored. */
const quarters = Buffer.from(
  Array.from({ length: 90 * 60 }, (_, index) => {
    const isRight = index % 90 >= 45;
    const isLow = index >= 90 * 30;
    if (isRight) return isLow ? [255, 255, 255] : [0, 255, 0];
    return isLow ? [0, 0, 255] : [255, 0, 0];
  }).flat(),
);

/** The channels of the four quarters of a picture, from the upper left one, as on or off. */
async function readQuarters(picture: Sharp): Promise<string[]> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [1, 3].flatMap((down) =>
    [1, 3].map((across) => {
      const row = Math.floor((info.height * down) / 4);
      const at = (row * info.width + Math.floor((info.width * across) / 4)) * info.channels;
      return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? 1 : 0)).join('');
    }),
  );
}

test('a photo stands upright in the document, however the camera was held', {
  skip: missesPrograms('pdftoppm'),
}, async () => {
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const jpeg = await sharp(quarters, { raw: { width: 90, height: 60, channels: 3 } })
      .jpeg({ quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    const document = createDocument();
    const image = document.addJpeg(jpeg);
    assert.ok(image);
    assert.deepEqual([image.width, image.height], orientation < 5 ? [90, 60] : [60, 90]);
    document.page.image(image, { x: 72, y: 36, width: image.width, height: image.height });
    // 150 pixels of the rendered page are 72 points.
    const scale = 150 / 72;
    const shown = sharp(renderPdfPage(document.finish(facts), 1)).extract({
      left: 150,
      top: 75,
      width: Math.floor(image.width * scale),
      height: Math.floor(image.height * scale),
    });
    const expected = await readQuarters(sharp(jpeg).autoOrient());
    assert.deepEqual(await readQuarters(shown), expected, `orientation ${orientation}`);
  }
});
