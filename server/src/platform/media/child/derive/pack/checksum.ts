import { crc32 } from 'node:zlib';
import { BRICK_CHECKSUM } from '@deqiq/contract/shared/imaging/bricks.ts';

/** A codestream with its CRC-32 behind it: a damaged one may decode to another picture. */
export function withChecksum(encoded: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(encoded.length + BRICK_CHECKSUM);
  bytes.set(encoded);
  new DataView(bytes.buffer).setUint32(encoded.length, crc32(encoded));
  return bytes;
}
