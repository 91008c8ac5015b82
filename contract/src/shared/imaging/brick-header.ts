/**
 * The codestreams of a level's bricks begin with the same bytes (ISO/IEC 15444-1, annex A: one tile of one part), but for
 * the size of the picture and the length of the part. The metadata have these bytes once, and the object what follows.
 */

import { BRICK_CHECKSUM } from './bricks.ts';

const START_OF_DATA = 0xff93;
const END_OF_CODESTREAM = 2;

/** Where SIZ has the width of the picture and of its tile; the heights follow them. It is the first segment. */
const PICTURE_SIZE = 8;
const TILE_SIZE = 24;

/** SOT and SOD: the last bytes of the header, of which the length of the part begins eight before the end. */
const PART_HEADER = 14;
const PART_LENGTH = 8;

/** The bytes of a codestream up to its data. */
export function readHeader(codestream: Uint8Array): Uint8Array {
  const view = new DataView(codestream.buffer, codestream.byteOffset, codestream.byteLength);
  let position = 2;
  while (view.getUint16(position) !== START_OF_DATA) position += 2 + view.getUint16(position + 2);
  return codestream.slice(0, position + 2);
}

/** The codestream of a brick with its checksum behind it. `stored`: its data and checksum, as the object has them. */
export function addHeader(
  header: Uint8Array,
  stored: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(header.length + stored.length);
  bytes.set(header);
  bytes.set(stored, header.length);
  const view = new DataView(bytes.buffer);
  for (const size of [PICTURE_SIZE, TILE_SIZE]) {
    view.setUint32(size, width);
    view.setUint32(size + 4, height);
  }
  const part = PART_HEADER + stored.length - END_OF_CODESTREAM - BRICK_CHECKSUM;
  view.setUint32(header.length - PART_LENGTH, part);
  return bytes;
}
