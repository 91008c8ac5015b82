import { encodeHtj2k } from '@deqiq/samples/dicom-variants/encoders.ts';

export interface Slices {
  /** HTJ2K codestreams by path. */
  readonly frames: ReadonlyMap<string, Buffer>;
  /** The longest beginning of a codestream that contains half of the resolution. */
  readonly halfBytes: number;
}

/** Begins each part of a codestream (SOT); no compressed byte looks like it. */
const START_OF_PART = Buffer.from([0xff, 0x90]);

/** Encodes the slices of an uncompressed volume without loss, a part of the codestream for each resolution. */
export async function encodeSlices(file: Buffer, side: number): Promise<Slices> {
  const pixels = file.subarray(file.length - side ** 3 * 2);
  const words = new Uint16Array(Uint8Array.from(pixels).buffer);
  const frames = new Map<string, Buffer>();
  let halfBytes = 0;
  for (let index = 0; index < side; index += 1) {
    const slice = words.subarray(index * side ** 2, (index + 1) * side ** 2);
    const format = { width: side, height: side, samples: 1, bits: 12, isSigned: false } as const;
    const frame = await encodeHtj2k({ words: slice, ...format }, 2, true);
    halfBytes = Math.max(halfBytes, frame.lastIndexOf(START_OF_PART));
    frames.set(`/${index}/frames/1`, frame);
  }
  return { frames, halfBytes };
}
