import type { StreamSize } from './samples.ts';

const SOC = 0xff4f;
const SIZ = 0xff51;
/** The box that contains the codestream in a JP2 file (ISO 15444-1, annex I). */
const CODESTREAM_BOX = 'jp2c';

/** The size that a JPEG 2000 or HTJ2K codestream announces (ISO 15444-1, A.5.1). Throws where it is none. */
export function readCodestreamSize(bytes: Buffer): StreamSize {
  const start = findCodestream(bytes);
  if (start < 0 || bytes.length < start + 42 || bytes.readUInt16BE(start + 2) !== SIZ)
    throw new Error('the codestream is damaged');
  const siz = start + 4;
  return {
    width: bytes.readUInt32BE(siz + 4) - bytes.readUInt32BE(siz + 12),
    height: bytes.readUInt32BE(siz + 8) - bytes.readUInt32BE(siz + 16),
    samples: bytes.readUInt16BE(siz + 36),
  };
}

function findCodestream(bytes: Buffer): number {
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === SOC) return 0;
  const box = bytes.indexOf(CODESTREAM_BOX, 0, 'latin1');
  if (box < 0 || box + 8 > bytes.length || bytes.readUInt16BE(box + 4) !== SOC) return -1;
  return box + 4;
}
