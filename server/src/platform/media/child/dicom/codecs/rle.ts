import type { ImageAttributes } from '../attributes.ts';

const HEADER = 64;

/** Decodes one frame of RLE Lossless (PS3.5, annex G) to samples, interleaved, little-endian. */
export function decodeRle(frame: Buffer, image: ImageAttributes): Uint8Array | Uint16Array {
  const bytesPerSample = image.allocated / 8;
  const pixels = image.width * image.height;
  const segments = image.samples * bytesPerSample;
  if (frame.length < HEADER || frame.readUInt32LE(0) !== segments)
    throw new Error('the RLE header contradicts the file');
  const output = new Uint8Array(pixels * segments);
  for (let segment = 0; segment < segments; segment += 1) {
    const start = frame.readUInt32LE(4 + segment * 4);
    const end = segment + 1 < segments ? frame.readUInt32LE(8 + segment * 4) : frame.length;
    const sample = Math.floor(segment / bytesPerSample);
    // The most significant byte comes first.
    const byte = bytesPerSample - 1 - (segment % bytesPerSample);
    unpack(frame.subarray(start, end), output, {
      first: sample * bytesPerSample + byte,
      step: segments,
      count: pixels,
    });
  }
  return bytesPerSample === 2 ? new Uint16Array(output.buffer) : output;
}

/** PackBits (PS3.5, G.3.1). Missing pixels stay 0. */
function unpack(
  packed: Buffer,
  output: Uint8Array,
  { first, step, count }: { first: number; step: number; count: number },
): void {
  let written = 0;
  let at = 0;
  while (at < packed.length && written < count) {
    const control = packed.readInt8(at);
    at += 1;
    if (control === -128) continue;
    const length = Math.min((control < 0 ? -control : control) + 1, count - written);
    for (let index = 0; index < length; index += 1) {
      output[first + (written + index) * step] = packed[control < 0 ? at : at + index] ?? 0;
    }
    at += control < 0 ? 1 : control + 1;
    written += length;
  }
}
