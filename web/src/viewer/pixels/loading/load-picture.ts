import type { PackLevel } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { createLevel, type Level, toPixels } from '../level.ts';
import { streamBytes } from './byte-stream.ts';
import { HEADER_BYTES, type Resolution, readResolutions } from './codestream.ts';
import type { LoadContext } from './load-context.ts';
import { PictureError } from './picture-error.ts';

/** The longer side of the coarsest level, in pixels: smaller ones are not worth a decoding. */
const MIN_LONGER_SIDE = 500;

/** Reads the codestream of a single picture up to the requested scale. A later call continues there. */
export function createPictureReader(
  { name, width, height, lengths }: PackLevel,
  first: Promise<Response> | undefined,
) {
  const total = lengths[0] ?? 0;
  const bytes = new Uint8Array(total);
  const levels = new Map<number, Level>();
  let received = 0;
  let started = first;

  const resolutions = (finest: number): Resolution[] => {
    if (received < Math.min(HEADER_BYTES, total)) return [];
    const all = readResolutions(bytes.subarray(0, received), total);
    const useful = all.filter(
      ({ scale }) => scale === 1 || Math.max(width, height) / scale >= MIN_LONGER_SIDE,
    );
    const wanted = useful.filter(({ scale }) => scale >= finest);
    return wanted.length > 0 ? wanted : useful.slice(0, 1);
  };

  async function decode({ scale, end }: Resolution, context: LoadContext): Promise<Level> {
    const { metadata, decoder, signal, onLevel } = context;
    const { kind, channels, bits } = metadata;
    const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
    const pixels = await decoder.decode(
      {
        ...size,
        channels,
        bytes: bytes.slice(0, end),
        lengths: [end],
        discarded: Math.log2(scale),
      },
      signal,
    );
    signal.throwIfAborted();
    const isLossless = scale === 1;
    const description = { kind, channels, scale, slices: 1, isLossless, ...size };
    const { level, put } = createLevel({ ...description, sampling: 'wavelet' }, bits);
    put(0, toPixels(pixels, level, 1, bits));
    levels.set(scale, level);
    onLevel?.(level);
    return level;
  }

  async function load(scale: number, context: LoadContext): Promise<Level> {
    const { source, signal, onProgress } = context;
    let decoding: Promise<Level | undefined> = Promise.resolve(undefined);
    const scheduled = new Set<number>(levels.keys());
    const schedule = () => {
      const wanted = resolutions(scale);
      for (const resolution of wanted) {
        if (resolution.end > received || scheduled.has(resolution.scale)) continue;
        scheduled.add(resolution.scale);
        decoding = decoding.then(() => decode(resolution, context));
        decoding.catch(() => undefined);
      }
      return wanted.at(-1);
    };
    let last = schedule();
    if (!last || last.end > received) {
      const stream = streamBytes(source, name, {
        total,
        signal,
        start: received,
        first: started,
      });
      started = undefined;
      for await (const chunk of stream) {
        bytes.set(chunk, received);
        received += chunk.length;
        last = schedule();
        onProgress?.(received, last?.end ?? total);
        if (last && last.end <= received) break;
      }
    }
    const decoded = await decoding;
    const level = decoded ?? (last && levels.get(last.scale));
    if (!level) throw new PictureError('damaged');
    return level;
  }

  /** Calls share the bytes: one loads after the other. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    load(scale: number, context: LoadContext): Promise<Level> {
      const loading = last.then(() => load(scale, context));
      last = loading.catch(() => undefined);
      return loading;
    },
  };
}
