import { BRICK_CHECKSUM } from '@deqiq/contract/shared/imaging/bricks.ts';
import { crc32 } from '@deqiq/contract/shared/imaging/crc32.ts';
import { PictureError } from './picture-error.ts';

/** A copy of a codestream without the checksum behind it. Throws where the bytes are not those that were written. */
export function verifyChecksum(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = bytes.length - BRICK_CHECKSUM;
  if (length <= 0) throw new PictureError('damaged');
  const codestream = bytes.slice(0, length);
  const checksum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(length);
  if (crc32(codestream) !== checksum) throw new PictureError('damaged');
  return codestream;
}
