export interface JpegSize {
  readonly width: number;
  readonly height: number;
  /** 1: grey, 3: colour. */
  readonly components: number;
}

/** Marker codes of frames: C0 to CF without tables (C4, CC) and extensions (C8) (ISO/IEC 10918-1, B.1.1.3). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size of a JPEG file; undefined where the bytes are none. */
export function readJpegSize(bytes: Uint8Array): JpegSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 10 <= view.length && view[at] === 0xff) {
    const marker = view.readUInt8(at + 1);
    if (isFrame(marker))
      return {
        height: view.readUInt16BE(at + 5),
        width: view.readUInt16BE(at + 7),
        components: view.readUInt8(at + 9),
      };
    at += 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
}
