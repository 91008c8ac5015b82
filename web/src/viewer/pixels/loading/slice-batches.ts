import { verifyChecksum } from './checksum.ts';

/** Slices that are decoded by one call. */
export interface SliceBatch {
  /** Index of the first one. */
  readonly first: number;
  /** Their codestreams, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: readonly number[];
}

/** Bytes from which a batch is complete: small slices cost more in messages than in decoding. */
const BATCH_BYTES = 48 * 1024;

/** Cuts a stream of codestreams into batches. A chunk that ends within a slice does not delay the slices before it. */
export async function* batchSlices(
  chunks: AsyncIterable<Uint8Array>,
  lengths: readonly number[],
): AsyncGenerator<SliceBatch> {
  let next = 0;
  let waiting: Uint8Array[] = [];
  let size = 0;

  /** The slices that have arrived, up to the size of a batch. */
  function take(): SliceBatch | undefined {
    const first = next;
    let end = 0;
    while (next < lengths.length && end + (lengths[next] ?? 0) <= size && end < BATCH_BYTES) {
      end += lengths[next] ?? 0;
      next += 1;
    }
    if (next === first) return undefined;
    const joined = join(waiting, size);
    waiting = [joined.subarray(end)];
    size -= end;
    return { first, bytes: joined.slice(0, end), lengths: lengths.slice(first, next) };
  }

  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    for (let batch = take(); batch; batch = take()) yield batch;
  }
}

/** The batch without the checksums behind its slices. Throws where a slice is damaged. */
export function verifySlices({ first, bytes, lengths }: SliceBatch): SliceBatch {
  let end = 0;
  const slices = lengths.map((length) => {
    end += length;
    return verifyChecksum(bytes.subarray(end - length, end));
  });
  const size = slices.reduce((sum, { length }) => sum + length, 0);
  return { first, bytes: join(slices, size), lengths: slices.map(({ length }) => length) };
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(size);
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}
