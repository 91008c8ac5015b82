/** C++ decoders of the @cornerstonejs/codec packages, which ship no types. */
interface WasmDecoder {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): FrameInfo;
  /** JPEG-LS only: 0 is plane by plane (ISO 14495-1, C.2.3). */
  getInterleaveMode?(): number;
  decode(): void;
  delete(): void;
}

export interface FrameInfo {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
  readonly isSigned: boolean;
}

export interface HtEncoder {
  getDecodedBuffer(frame: FrameInfo & { readonly isUsingColorTransform: boolean }): Uint8Array;
  getEncodedBuffer(): Uint8Array;
  encode(): void;
  delete(): void;
  setDecompositions(count: number): void;
  setBlockDimensions(size: { readonly width: number; readonly height: number }): void;
  setQuality(isLossless: boolean, quantizationStep: number): void;
  /** 2 is RPCL: resolutions one after the other. */
  setProgressionOrder(order: number): void;
  /** Tile parts of one resolution each. */
  setTilePartDivisionsAtResolutions(isDivided: boolean): void;
  /** Lists the lengths of the tile parts in the main header. */
  setTLMMarker(hasLengths: boolean): void;
}

interface WasmModule {
  readonly HTJ2KDecoder: new () => WasmDecoder;
  readonly HTJ2KEncoder: new () => HtEncoder;
  readonly J2KDecoder: new () => WasmDecoder;
  readonly JpegLSDecoder: new () => WasmDecoder;
}

const loaded = new Map<CodecName, Promise<WasmModule>>();

/** Instantiates a codec once per process. */
export function loadCodec(name: CodecName): Promise<WasmModule> {
  const existing = loaded.get(name);
  if (existing) return existing;
  const codec = factories[name]().then(({ default: create }: { default: CodecFactory }) =>
    create({ print: () => undefined, printErr: () => undefined }),
  );
  loaded.set(name, codec);
  return codec;
}

type CodecFactory = (options: object) => Promise<WasmModule>;

const factories = {
  // @ts-expect-error the package ships no types
  htj2k: () => import('@cornerstonejs/codec-openjph/wasmjs'),
  // @ts-expect-error the package ships no types
  'jpeg-2000': () => import('@cornerstonejs/codec-openjpeg/decodewasmjs'),
  // @ts-expect-error the package ships no types
  'jpeg-ls': () => import('@cornerstonejs/codec-charls/decodewasmjs'),
} as const;

type CodecName = keyof typeof factories;

/** A damaged JPEG-LS makes charls read beyond its end, for seconds, unless it finds an end of image there. */
const END_OF_IMAGE = Buffer.from('ffd9'.repeat(32), 'hex');

/** Decodes a codestream. The result is a copy: the decoder's memory is freed. */
export async function decodeWith(
  name: CodecName,
  bytes: Buffer,
): Promise<{
  frame: FrameInfo;
  samples: Uint8Array | Uint16Array;
  interleaveMode: number | undefined;
}> {
  const codec = await loadCodec(name);
  const input = name === 'jpeg-ls' ? Buffer.concat([bytes, END_OF_IMAGE]) : bytes;
  try {
    const decoder = newDecoder(codec, name);
    decoder.getEncodedBuffer(input.length).set(input);
    decoder.decode();
    const frame = { ...decoder.getFrameInfo() };
    const decoded = Uint8Array.from(decoder.getDecodedBuffer());
    const samples = frame.bitsPerSample > 8 ? new Uint16Array(decoded.buffer) : decoded;
    const interleaveMode = decoder.getInterleaveMode?.();
    decoder.delete();
    return { frame, samples, interleaveMode };
  } catch (error) {
    // The file may have overwritten the memory of the codec: the next file gets another instance.
    loaded.delete(name);
    // Exceptions of C++ arrive as numbers.
    throw error instanceof Error ? error : new Error('the codestream is damaged');
  }
}

function newDecoder(codec: WasmModule, name: CodecName): WasmDecoder {
  if (name === 'htj2k') return new codec.HTJ2KDecoder();
  return name === 'jpeg-2000' ? new codec.J2KDecoder() : new codec.JpegLSDecoder();
}
