/** Codestreams of the same size, one after the other. */
export interface Codestreams {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: readonly number[];
  /** Size of each decoded picture. */
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  /** How many of the highest resolutions are left out. */
  readonly discarded: number;
}

/** Messages from the page to a decoder: the compiled codec first, then codestreams. */
export type DecoderRequest = WebAssembly.Module | Codestreams;

/** The pixels of all codestreams; undefined where one of them is damaged. */
export type DecoderResponse = ArrayBuffer | undefined;
