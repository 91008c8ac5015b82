import { randomUUID } from 'node:crypto';
import { averageColour, picture } from '@deqiq/testkit/documents/pictures.ts';
import type { Random } from '@deqiq/testkit/random.ts';

/** Far enough apart to be distinguished after any compression. */
const LEVELS = ['20', '80', 'e0'];

/** A colour as `rrggbb`, one of 27. */
export const randomColour = (random: Random): string =>
  [random.pick(LEVELS), random.pick(LEVELS), random.pick(LEVELS)].join('');

/**
 * A picture of one colour, wide enough to be stored in three widths. Each has different bytes: the server refuses a
 * picture whose decoding was interrupted twice, and the kills of a run would cause that for some colours.
 */
export async function pictureOf(colour: string): Promise<File> {
  const { bytes } = await picture({ width: 1_000, height: 40, colour: `#${colour}` }, (image) =>
    image.withExif({ IFD0: { ImageDescription: randomUUID() } }),
  );
  return new File([new Uint8Array(bytes)], `${colour}.png`);
}

/** The colour of a picture. Rejects a picture that cannot be decoded completely. */
export async function colourOf(bytes: Uint8Array): Promise<string> {
  const channels = await averageColour(bytes);
  return channels.map(nearest).join('');
}

const nearest = (value: number): string =>
  LEVELS.reduce((best, level) => (distance(level, value) < distance(best, value) ? level : best));

const distance = (level: string, value: number) => Math.abs(Number.parseInt(level, 16) - value);
