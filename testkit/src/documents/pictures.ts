import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { FilePart } from '../client.ts';

interface Wishes {
  /** Pixels. */
  width?: number;
  height?: number;
  format?: 'png' | 'jpeg' | 'webp' | 'gif';
  name?: string;
  /** As CSS writes it. */
  colour?: string;
}

/** A picture of one colour; `more` changes it before it is written. */
export async function picture(
  {
    width = 64,
    height = 48,
    format = 'png',
    name = `picture.${format}`,
    colour = '#2a6',
  }: Wishes = {},
  more: (image: Sharp) => Sharp = (image) => image,
): Promise<FilePart> {
  const plain = sharp({ create: { width, height, channels: 3, background: colour } });
  return { fileName: name, bytes: await more(plain).toFormat(format).toBuffer() };
}

/** Red, green and blue of a picture, each the mean of all its pixels. Rejects what is damaged. */
export async function averageColour(bytes: Uint8Array): Promise<number[]> {
  const { channels } = await sharp(bytes, { failOn: 'error' }).stats();
  return channels.slice(0, 3).map(({ mean }) => mean);
}

/** Names of what rests among the pictures, in order. */
export const restingPictures = async ({ dataDir }: { dataDir: string }): Promise<string[]> =>
  (await readdir(join(dataDir, 'objects/pictures'))).sort();
