import { EXIF_PREFIX, readOrientation } from '../media/exif.ts';

export interface JpegSize {
  /** Of the stored pixels, as the height. */
  readonly width: number;
  readonly height: number;
  /** 1: grey, 3: colour. */
  readonly components: number;
  /** Of its Exif data, 1 to 8 (Exif 2.32, 4.6.4.A); 1 without one. */
  readonly orientation: number;
}

/** Marker codes of frames: C0 to CF without tables (C4, CC) and extensions (C8) (ISO/IEC 10918-1, B.1.1.3). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const APP1 = 0xe1;

const readExif = (data: Buffer): number | undefined =>
  data.subarray(0, EXIF_PREFIX.length).equals(EXIF_PREFIX)
    ? readOrientation(data.subarray(EXIF_PREFIX.length))
    : undefined;

/** The size of a JPEG file; undefined where the bytes are none. */
export function readJpegSize(bytes: Uint8Array): JpegSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  let orientation = 1;
  while (at + 10 <= view.length && view[at] === 0xff) {
    const marker = view.readUInt8(at + 1);
    if (isFrame(marker))
      return {
        height: view.readUInt16BE(at + 5),
        width: view.readUInt16BE(at + 7),
        components: view.readUInt8(at + 9),
        orientation,
      };
    const end = at + 2 + view.readUInt16BE(at + 2);
    if (marker === APP1) orientation = readExif(view.subarray(at + 4, end)) ?? orientation;
    at = end;
  }
  return undefined;
}
