/** The frame header of a JPEG (SOF0 to SOF15) or a JPEG-LS (SOF55). */
export interface JpegFrame {
  readonly marker: number;
  readonly precision: number;
  readonly width: number;
  readonly height: number;
  readonly components: number;
}

/** SOF markers: all of 0xC0 to 0xCF but DHT, JPG and DAC, and the one of JPEG-LS. */
export const isFrameMarker = (marker: number) =>
  marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));

/** Reads the frame header; undefined where there is none. */
export function readJpegFrame(bytes: Buffer): JpegFrame | undefined {
  for (const { marker, start, end } of segments(bytes)) {
    if (marker === 0xda) return undefined;
    if (!isFrameMarker(marker) || end - start < 6) continue;
    return {
      marker,
      precision: bytes[start] ?? 0,
      height: bytes.readUInt16BE(start + 1),
      width: bytes.readUInt16BE(start + 3),
      components: bytes[start + 5] ?? 0,
    };
  }
  return undefined;
}

/** The point transform of the first scan: its samples are divided by two to this power (B.2.3). */
export function readPointTransform(bytes: Buffer): number {
  for (const { marker, end } of segments(bytes))
    if (marker === 0xda) return (bytes[end - 1] ?? 0) & 15;
  return 0;
}

/** Whether an Adobe segment (APP14) says how the colours are coded. */
export const hasAdobeMarker = (bytes: Buffer): boolean =>
  [...segments(bytes)].some(
    ({ marker, start }) =>
      marker === 0xee && bytes.toString('latin1', start, start + 5) === 'Adobe',
  );

/** The marker segments up to the first scan: where their parameters begin and end. */
function* segments(bytes: Buffer) {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return;
    yield { marker, start: at + 4, end };
    if (marker === 0xda) return;
    at = end;
  }
}
