import { type HtEncoder, loadCodec } from '../../dicom/codecs/wasm.ts';

export interface PixelFormat {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly bits: number;
  readonly isSigned?: boolean;
}

/** Resolution by resolution, so that the first bytes of a codestream are a smaller picture. */
const RPCL = 2;

/** Shortest side of the lowest resolution, in pixels. */
const MIN_SIDE = 32;

/** With no decomposition the lossless encoder turns zeros into half of the range; the lossy one does not. */
const MIN_DECOMPOSITIONS = { lossless: 1, lossy: 0 } as const;
const MAX_DECOMPOSITIONS = 5;

interface EncodeOptions {
  /** A part of the full range; 0 is lossless. */
  readonly quantizationStep: number;
  /** The header lists the length of each resolution, so that a client can stop after one of them. */
  readonly hasResolutionLengths: boolean;
  /** By default as many as leave 32 pixels of the shorter side. */
  readonly decompositions?: number;
  /** Columns and rows of the code blocks, powers of two; by default 64 × 64. */
  readonly blocks?: { readonly width: number; readonly height: number };
}

/** Encodes pixels as an HTJ2K codestream. The result is a copy. */
export async function encodeHtj2k(
  pixels: Uint8Array | Uint16Array,
  format: PixelFormat,
  options: EncodeOptions,
): Promise<Uint8Array> {
  const { quantizationStep, hasResolutionLengths, decompositions, blocks } = options;
  const codec = await loadCodec('htj2k');
  const encoder: HtEncoder = new codec.HTJ2KEncoder();
  try {
    const { width, height, channels, bits, isSigned = false } = format;
    const frame = { width, height, bitsPerSample: bits, componentCount: channels, isSigned };
    const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    encoder.getDecodedBuffer({ ...frame, isUsingColorTransform: channels === 3 }).set(bytes);
    const isLossless = quantizationStep === 0;
    const count = decompositions ?? countDecompositions(Math.min(width, height), isLossless);
    encoder.setDecompositions(count);
    if (blocks) encoder.setBlockDimensions(blocks);
    encoder.setProgressionOrder(RPCL);
    encoder.setTilePartDivisionsAtResolutions(hasResolutionLengths);
    encoder.setTLMMarker(hasResolutionLengths);
    encoder.setQuality(isLossless, quantizationStep);
    encoder.encode();
    return Uint8Array.from(encoder.getEncodedBuffer());
  } catch (error) {
    throw error instanceof Error ? error : new Error('the encoder failed');
  } finally {
    encoder.delete();
  }
}

function countDecompositions(side: number, isLossless: boolean): number {
  const count = Math.floor(Math.log2(side / MIN_SIDE));
  const min = MIN_DECOMPOSITIONS[isLossless ? 'lossless' : 'lossy'];
  return Math.min(Math.max(count, min), MAX_DECOMPOSITIONS);
}
