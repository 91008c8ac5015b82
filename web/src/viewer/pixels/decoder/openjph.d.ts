/** The package ships no types. */
declare module '@cornerstonejs/codec-openjph/wasmjs' {
  export interface FrameInfo {
    readonly width: number;
    readonly height: number;
    readonly bitsPerSample: number;
    readonly componentCount: number;
  }

  export interface HtDecoder {
    getEncodedBuffer(length: number): Uint8Array;
    getDecodedBuffer(): Uint8Array;
    getFrameInfo(): FrameInfo;
    readHeader(): void;
    calculateSizeAtDecompositionLevel(level: number): { width: number; height: number };
    decodeSubResolution(level: number): void;
    delete(): void;
  }

  interface Codec {
    readonly HTJ2KDecoder: new () => HtDecoder;
  }

  interface CodecOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => void,
    ): object;
  }

  export default function create(options: CodecOptions): Promise<Codec>;
}
