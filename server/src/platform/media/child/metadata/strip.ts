import { createHash } from 'node:crypto';
import type { PictureFormat } from '../../jobs.ts';
import { decode } from '../images.ts';
import { type Input, readInput } from '../input.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

const strippers: Readonly<Record<PictureFormat, ((bytes: Buffer) => Buffer) | undefined>> = {
  jpeg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
  gif: undefined,
};

/**
 * The picture without metadata. Compressed pixels are copied unchanged. Both files are decoded completely and must
 * have the same pixels. Rejects if the picture is damaged.
 */
export async function stripPicture(input: Input, format: PictureFormat): Promise<Buffer> {
  const bytes = await readInput(input);
  const expected = await pixelHash(bytes);
  const strip = strippers[format];
  if (!strip) throw new Error(`metadata of a ${format} cannot be removed`);
  const stripped = strip(bytes);
  if ((await pixelHash(stripped)) !== expected) throw new Error('the pixels have changed');
  return stripped;
}

/** Hash of the stored pixels and the orientation. */
async function pixelHash(bytes: Buffer): Promise<string> {
  const picture = await decode(bytes);
  const { orientation = 1 } = await picture.metadata();
  const hash = createHash('sha256');
  for await (const piece of picture.raw()) hash.update(piece as Buffer);
  return `${orientation} ${hash.digest('hex')}`;
}
