import type { PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { Decoder } from '../decoder/decoder.ts';
import type { Level } from '../level.ts';
import type { PictureSource } from './source.ts';

export interface LoadOptions {
  /** Bytes received of the bytes of this level. */
  readonly onProgress?: (bytes: number, total: number) => void;
  /** The level exists and has its first pixels, or more. A picture has several levels, the coarsest first. */
  readonly onLevel?: (level: Level) => void;
  readonly signal?: AbortSignal | undefined;
  /** Whether bricks that no pane shows are loaded too, after the others. */
  readonly isWhole?: boolean;
  /** Whether only a part of the bricks stays in memory. */
  readonly isPooled?: boolean;
}

/** The source, the decoder and the options with which a level is loaded. */
export interface LoadContext extends LoadOptions {
  readonly source: PictureSource;
  readonly decoder: Decoder;
  readonly metadata: PictureMetadata;
  readonly signal: AbortSignal;
}
