import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { createLevel, type Level, toPixels } from '../level.ts';
import { streamBytes } from './byte-stream.ts';
import type { LoadContext } from './load-context.ts';
import { PictureError } from './picture-error.ts';
import { batchSlices, type SliceBatch, verifySlices } from './slice-batches.ts';

/** Loads one level of a volume or stack: slices are decoded while the next ones are on their way. */
export async function loadSlices(
  { name, lengths, hasChecksums, ...size }: PackLevel,
  first: Promise<Response> | undefined,
  { source, decoder, metadata, signal, onProgress, onLevel }: LoadContext,
): Promise<Level> {
  if (lengths.length !== size.slices || lengths.some((length) => length <= 0))
    throw new PictureError('damaged');
  const { kind, channels, bits } = metadata;
  const { level, put } = createLevel({ kind, channels, sampling: 'mean', ...size }, bits);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const failure = new AbortController();
  const decoding = new Set<Promise<void>>();

  async function decode(batch: SliceBatch): Promise<void> {
    const { first, bytes, lengths } = hasChecksums ? verifySlices(batch) : batch;
    const { width, height } = size;
    const codestreams = { bytes, lengths, width, height, channels, discarded: 0 };
    const pixels = toPixels(await decoder.decode(codestreams, signal), level, lengths.length, bits);
    signal.throwIfAborted();
    const before = level.ready;
    put(first, pixels);
    if (level.ready > before) onLevel?.(level);
  }

  let received = 0;
  const stream = streamBytes(source, name, { total, signal, first });
  async function* counted() {
    for await (const chunk of stream) {
      received += chunk.length;
      onProgress?.(received, total);
      yield chunk;
    }
  }
  for await (const batch of batchSlices(counted(), lengths)) {
    failure.signal.throwIfAborted();
    const job = decode(batch).catch((error: unknown) => failure.abort(error));
    decoding.add(job);
    void job.then(() => decoding.delete(job));
    // The network is not read faster than slices are decoded.
    if (decoding.size > decoder.concurrency * 2) await Promise.race(decoding);
  }
  await Promise.all(decoding);
  failure.signal.throwIfAborted();
  return level;
}
