/** What the C++ decoders of the @cornerstonejs/codec packages offer; the packages ship no types. */
interface WasmDecoder {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): FrameInfo;
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
  setQuality(isLossless: boolean, quantizationStep: number): void;
  /** 2 is RPCL: resolutions one after the other. */
  setProgressionOrder(order: number): void;
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

/** Decodes a codestream. The result is a copy: the decoder's memory is freed. */
export function decodeWith(
  decoder: WasmDecoder,
  bytes: Buffer,
): { frame: FrameInfo; samples: Uint8Array | Uint16Array } {
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const frame = { ...decoder.getFrameInfo() };
    const decoded = Uint8Array.from(decoder.getDecodedBuffer());
    return { frame, samples: frame.bitsPerSample > 8 ? new Uint16Array(decoded.buffer) : decoded };
  } catch (error) {
    // Exceptions of C++ arrive as numbers.
    throw error instanceof Error ? error : new Error('the codestream is damaged');
  } finally {
    decoder.delete();
  }
}
