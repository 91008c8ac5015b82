import { constants, deflateRawSync } from 'node:zlib';
import { encodeElements } from '@deqiq/samples/dicom/elements.ts';

/** Preamble and file meta information (PS3.10, 7.1). */
function begin(transferSyntax: string): Buffer {
  const meta = encodeElements([{ tag: 0x0002_0010, vr: 'UI', value: transferSyntax }]);
  const length = encodeElements([{ tag: 0x0002_0000, vr: 'UL', value: meta.length }]);
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), length, meta]);
}

const PIECE = 16 * 1024 * 1024;

/** A deflated data set that inflates to `size` bytes of zeros, 1,000 times its own size. */
export function dicomDeflateBomb(size: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(PIECE), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const pieces = Array<Buffer>(Math.ceil(size / PIECE)).fill(piece);
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([begin('1.2.840.10008.1.2.1.99'), ...pieces, end]);
}

/** A data set of implicit VR with empty elements only, 8 bytes each. */
export function dicomOfEmptyElements(count: number): Buffer {
  const elements = Buffer.alloc(8 * count);
  for (let index = 0; index < count; index += 1) {
    elements.writeUInt16LE(0x0009 + 2 * ((index >> 16) & 0x0fff), 8 * index);
    elements.writeUInt16LE(index & 0xffff, 8 * index + 2);
  }
  return Buffer.concat([begin('1.2.840.10008.1.2'), elements]);
}
