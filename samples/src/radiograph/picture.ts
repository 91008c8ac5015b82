import sharp, { type Sharp } from 'sharp';

/** Grey values of 12 bits with their size. */
export interface Radiograph {
  width: number;
  height: number;
  grey: Uint16Array;
}

/** The radiograph as an 8-bit picture that sharp can resize and encode. */
export function asPicture({ width, height, grey }: Radiograph): Sharp {
  const bytes = new Uint8Array(grey.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (grey[i] as number) >> 4;
  return sharp(bytes, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
}
