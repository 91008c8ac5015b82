import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { FilePart } from '../client.ts';

interface PictureOptions {
  /** Pixels. */
  width?: number;
  height?: number;
  format?: 'png' | 'jpeg' | 'webp' | 'gif';
  name?: string;
  /** A CSS colour. */
  colour?: string;
}

/** A picture of one colour; `more` modifies it before it is encoded. */
export async function picture(
  {
    width = 64,
    height = 48,
    format = 'png',
    name = `picture.${format}`,
    colour = '#2a6',
  }: PictureOptions = {},
  more: (image: Sharp) => Sharp = (image) => image,
): Promise<FilePart> {
  const plain = sharp({ create: { width, height, channels: 3, background: colour } });
  return { fileName: name, bytes: await more(plain).toFormat(format).toBuffer() };
}

/** Red, green and blue of a picture as the mean of all pixels. Rejects damaged pictures. */
export async function averageColour(bytes: Uint8Array): Promise<number[]> {
  const { channels } = await sharp(bytes, { failOn: 'error' }).stats();
  return channels.slice(0, 3).map(({ mean }) => mean);
}

/** Names of the stored picture objects, sorted. */
export const storedPictures = async ({ dataDir }: { dataDir: string }): Promise<string[]> =>
  (await readdir(join(dataDir, 'objects/pictures'))).sort();
