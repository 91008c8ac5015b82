/** A resolution of an HTJ2K codestream: the first `end` bytes are enough to decode it. */
export interface Resolution {
  /** 1, 2, 4 …: how many full-resolution pixels one pixel covers in each direction. */
  readonly scale: number;
  readonly end: number;
}

/** Bytes from the start of a codestream that contain its main header. */
export const HEADER_BYTES = 1024;

const COD = 0xff52;
const TLM = 0xff55;
const SOT = 0xff90;

/**
 * The resolutions of a codestream, the lowest first, if its header lists the length of each: one tile whose parts are
 * the resolutions (ISO/IEC 15444-1, A.7.1). Otherwise the whole codestream is the only one.
 */
export function readResolutions(bytes: Uint8Array, total: number): Resolution[] {
  const whole = [{ scale: 1, end: total }];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 2;
  let decompositions = 0;
  let lengths: number[] = [];
  while (position + 4 <= bytes.length) {
    const marker = view.getUint16(position);
    const length = view.getUint16(position + 2);
    if (marker === SOT || marker >> 8 !== 0xff || length < 2) break;
    if (position + 2 + length > bytes.length) return whole;
    if (marker === COD) decompositions = view.getUint8(position + 9);
    if (marker === TLM) lengths = readPartLengths(view, position, length) ?? [];
    position += 2 + length;
  }
  if (lengths.length !== decompositions + 1) return whole;
  let end = position;
  return lengths.map((length, index) => {
    end += length;
    const isLast = index === decompositions;
    return { scale: 2 ** (decompositions - index), end: isLast ? total : Math.min(end, total) };
  });
}

/** Lengths of the parts of the only tile; undefined where there are several tiles. */
function readPartLengths(view: DataView, marker: number, length: number): number[] | undefined {
  const sizes = view.getUint8(marker + 5);
  const indexBytes = (sizes >> 4) & 3;
  const lengthBytes = sizes & 0x40 ? 4 : 2;
  const lengths: number[] = [];
  const end = marker + 2 + length;
  for (
    let entry = marker + 6;
    entry + indexBytes + lengthBytes <= end;
    entry += indexBytes + lengthBytes
  ) {
    for (let index = 0; index < indexBytes; index += 1)
      if (view.getUint8(entry + index) !== 0) return undefined;
    lengths.push(
      lengthBytes === 4 ? view.getUint32(entry + indexBytes) : view.getUint16(entry + indexBytes),
    );
  }
  return lengths;
}
