import {
  type PictureMetadata,
  pictureMetadata,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import { acquireDecoder, type Decoder } from '../decoder/decoder.ts';
import type { Level } from '../level.ts';
import type { LoadOptions } from './load-context.ts';
import { createPictureReader } from './load-picture.ts';
import { loadSlices } from './load-slices.ts';
import { PictureError } from './picture-error.ts';
import type { PictureSource } from './source.ts';

export interface PictureLoader {
  readonly source: PictureSource;
  readonly metadata: Promise<PictureMetadata>;
  /** Resolves when the level of this scale, or else the finest one, is complete. Throws PictureError or AbortError. */
  load(scale: number, options?: LoadOptions): Promise<Level>;
  dispose(): void;
}

export interface OpenOptions {
  readonly kind: PictureMetadata['kind'];
  readonly decoder?: Decoder;
}

/** Requests the metadata and the first level in parallel. */
export function createLoader(
  source: PictureSource,
  { kind, decoder = acquireDecoder() }: OpenOptions,
): PictureLoader {
  const disposal = new AbortController();
  const { signal } = disposal;
  const firstName = kind === 'image' ? 'l2' : 'l0';
  const metadata = readMetadata(source, signal);
  const first = source.fetch(firstName, { signal });
  // Callers receive the errors of both where they use them.
  for (const request of [metadata, first]) request.catch(() => undefined);
  const requested = new Map([[firstName, first]]);
  let picture: ReturnType<typeof createPictureReader> | undefined;

  return {
    source,
    metadata,
    async load(scale, { signal: own, ...options } = {}) {
      const described = await metadata;
      const context = {
        ...options,
        source,
        decoder,
        metadata: described,
        signal: own ? AbortSignal.any([own, signal]) : signal,
      };
      context.signal.throwIfAborted();
      const description = described.levels.find((level) => level.scale === scale);
      const level = description ?? described.levels.at(-1);
      if (!level) throw new PictureError('damaged');
      const started = requested.get(level.name);
      requested.delete(level.name);
      if (level.brick) {
        const { loadBricks } = await importBricks().catch((error: unknown) => {
          throw new PictureError('network', error);
        });
        context.signal.throwIfAborted();
        return loadBricks(level, level.brick, context);
      }
      if (described.kind !== 'image') {
        const loaded = await loadSlices(level, started, context);
        // A request for the full level then does not wait for its code.
        if (described.levels.some(({ brick }) => brick)) importBricks().catch(() => undefined);
        return loaded;
      }
      picture ??= createPictureReader(level, started);
      return picture.load(scale, context);
    },
    dispose() {
      disposal.abort();
      decoder.release();
    },
  };
}

const importBricks = () => import('./bricks/load-bricks.ts');

export async function readMetadata(
  source: PictureSource,
  signal: AbortSignal,
): Promise<PictureMetadata> {
  const response = await source.fetch('meta', { signal });
  const text = await response.text().catch((error: unknown) => {
    signal.throwIfAborted();
    throw new PictureError('network', error);
  });
  try {
    return pictureMetadata.parse(JSON.parse(text));
  } catch (error) {
    throw new PictureError('damaged', error);
  }
}
