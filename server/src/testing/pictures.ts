import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { FilePart } from './client.ts';

interface Wishes {
  /** Pixels. */
  width?: number;
  height?: number;
  format?: 'png' | 'jpeg' | 'webp' | 'gif';
  name?: string;
}

/** A picture of one colour; `more` changes it before it is written. */
export async function picture(
  { width = 64, height = 48, format = 'png', name = `picture.${format}` }: Wishes = {},
  more: (image: Sharp) => Sharp = (image) => image,
): Promise<FilePart> {
  const plain = sharp({ create: { width, height, channels: 3, background: '#2a6' } });
  return { fileName: name, bytes: await more(plain).toFormat(format).toBuffer() };
}

/** Names of what rests among the pictures, in order. */
export const restingPictures = async ({ dataDir }: { dataDir: string }): Promise<string[]> =>
  (await readdir(join(dataDir, 'objects/pictures'))).sort();
