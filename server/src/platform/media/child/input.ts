import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { MAX_IMAGE_BYTES } from '../limits.ts';

export type Input = Buffer | { readonly path: string };

/** Reads at most `length` bytes from `position`; fewer at the end of the file. */
export interface ByteSource {
  readonly size: number;
  read(position: number, length: number): Buffer;
}

/** Opens the input and closes it after `use`. */
export async function withSource<T>(
  input: Input,
  use: (source: ByteSource) => Promise<T>,
): Promise<T> {
  if (Buffer.isBuffer(input)) return use(bufferSource(input));
  const file = openSync(input.path, 'r');
  try {
    const read = (position: number, length: number) => {
      const into = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const count = readSync(file, into, filled, length - filled, position + filled);
        if (count === 0) break;
        filled += count;
      }
      return into.subarray(0, filled);
    };
    return await use({ size: fstatSync(file).size, read });
  } finally {
    closeSync(file);
  }
}

/** A source that reads from memory. The pieces are views, not copies. */
export const bufferSource = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: (position, length) => bytes.subarray(position, position + length),
});

/** The input in memory; for a longer file its first 64 MiB, enough to read a header. */
export async function readInput(input: Input): Promise<Buffer> {
  if (Buffer.isBuffer(input)) return input;
  return withSource(input, async ({ size, read }) =>
    size > MAX_IMAGE_BYTES ? read(0, MAX_IMAGE_BYTES) : readFileSync(input.path),
  );
}
