import sharp from 'sharp';

/** Samples of one frame, interleaved. */
export interface EncoderInput {
  readonly words: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
  readonly samples: 1 | 3;
  /** Bits of a sample. */
  readonly bits: number;
  readonly isSigned: boolean;
}

/** Encoders of the @cornerstonejs/codec packages, which ship no types. */
interface WasmEncoder {
  getDecodedBuffer(frame: object): Uint8Array;
  getEncodedBuffer(): Uint8Array;
  encode(): void;
  delete(): void;
  setNearLossless(difference: number): void;
  setInterleaveMode(mode: number): void;
  setDecompositions(count: number): void;
  setQuality(isLossless: boolean, step: number): void;
  setProgressionOrder(order: number): void;
  setTilePartDivisionsAtResolutions(isDivided: boolean): void;
  setTLMMarker(hasLengths: boolean): void;
}

type Encoders = Record<'HTJ2KEncoder' | 'J2KEncoder' | 'JpegLSEncoder', new () => WasmEncoder>;

type Factory = (options: object) => Promise<Encoders>;

const factories = {
  // @ts-expect-error the package ships no types
  charls: () => import('@cornerstonejs/codec-charls/wasmjs'),
  // @ts-expect-error the package ships no types
  openjpeg: () => import('@cornerstonejs/codec-openjpeg/wasmjs'),
  // @ts-expect-error the package ships no types
  openjph: () => import('@cornerstonejs/codec-openjph/wasmjs'),
} as const;

const loaded = new Map<string, Promise<Encoders>>();

function load(codec: keyof typeof factories): Promise<Encoders> {
  const encoders =
    loaded.get(codec) ??
    factories[codec]().then(({ default: create }: { default: Factory }) =>
      create({ print: () => undefined, printErr: () => undefined }),
    );
  loaded.set(codec, encoders);
  return encoders;
}

function encodeWith(
  encoder: WasmEncoder,
  { words, width, height, samples, bits, isSigned }: EncoderInput,
  configure: (encoder: WasmEncoder) => void,
): Buffer {
  const frame = { width, height, bitsPerSample: bits, componentCount: samples, isSigned };
  const pixels = bits > 8 ? Uint16Array.from(words) : Uint8Array.from(words);
  const input = encoder.getDecodedBuffer({ ...frame, isUsingColorTransform: samples === 3 });
  input.set(new Uint8Array(pixels.buffer));
  configure(encoder);
  encoder.encode();
  const bytes = Buffer.from(Uint8Array.from(encoder.getEncodedBuffer()));
  encoder.delete();
  return bytes;
}

/** `near`: by how much values may differ. */
export async function encodeJpegLs(
  input: EncoderInput,
  { near = 0, interleave = input.samples === 3 ? 2 : 0 } = {},
): Promise<Buffer> {
  const { JpegLSEncoder } = await load('charls');
  // The library wants planes where it writes planes.
  const words = interleave === 0 ? toPlanes(input) : input.words;
  return encodeWith(new JpegLSEncoder(), { ...input, words }, (encoder) => {
    encoder.setNearLossless(near);
    encoder.setInterleaveMode(interleave);
  });
}

const toPlanes = ({ words, samples }: EncoderInput): number[] =>
  Array.from({ length: samples }, (_, sample) =>
    Array.from(words).filter((_word, at) => at % samples === sample),
  ).flat();

export async function encodeJpeg2000(input: EncoderInput, isLossless = true): Promise<Buffer> {
  const { J2KEncoder } = await load('openjpeg');
  return encodeWith(new J2KEncoder(), input, (encoder) => {
    encoder.setDecompositions(2);
    encoder.setQuality(isLossless, 0.0001);
  });
}

/** `order`: 2 is RPCL. `hasResolutionLengths`: each resolution is a tile part, whose length is in the header. */
export async function encodeHtj2k(
  input: EncoderInput,
  order = 2,
  hasResolutionLengths = false,
): Promise<Buffer> {
  const { HTJ2KEncoder } = await load('openjph');
  return encodeWith(new HTJ2KEncoder(), input, (encoder) => {
    encoder.setDecompositions(2);
    encoder.setProgressionOrder(order);
    encoder.setTilePartDivisionsAtResolutions(hasResolutionLengths);
    encoder.setTLMMarker(hasResolutionLengths);
    encoder.setQuality(true, 0);
  });
}

export async function encodeJpegBaseline(
  { words, width, height, samples }: EncoderInput,
  chromaSubsampling: '4:4:4' | '4:2:0' = '4:4:4',
): Promise<Buffer> {
  const raw = { width, height, channels: samples };
  return sharp(Uint8Array.from(words), { raw })
    .toColourspace(samples === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality: 95, chromaSubsampling })
    .toBuffer();
}

/** RLE Lossless (PS3.5, annex G): the bytes of each sample in a segment, the most significant first. */
export function encodeRle({ words, samples, bits }: EncoderInput): Buffer {
  const bytesPerSample = bits > 8 ? 2 : 1;
  const count = words.length / samples;
  const segments = Array.from({ length: samples * bytesPerSample }, (_, segment) => {
    const sample = Math.floor(segment / bytesPerSample);
    const shift = 8 * (bytesPerSample - 1 - (segment % bytesPerSample));
    return packBits(
      Uint8Array.from(
        { length: count },
        (_unused, at) => (words[at * samples + sample] ?? 0) >> shift,
      ),
    );
  });
  const header = Buffer.alloc(64);
  header.writeUInt32LE(segments.length, 0);
  let offset = header.length;
  for (const [index, segment] of segments.entries()) {
    header.writeUInt32LE(offset, 4 + index * 4);
    offset += segment.length;
  }
  return Buffer.concat([header, ...segments]);
}

function packBits(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    let run = 1;
    while (run < 128 && at + run < bytes.length && bytes[at + run] === bytes[at]) run += 1;
    if (run > 1) parts.push(Uint8Array.of(257 - run, bytes[at] ?? 0));
    else parts.push(Uint8Array.of(0, bytes[at] ?? 0));
    at += run;
  }
  const packed = Buffer.concat(parts);
  return packed.length % 2 ? Buffer.concat([packed, Buffer.from([0x80])]) : packed;
}

/**
 * JPEG lossless, first-order prediction (ITU-T T.81, annex H), every difference category with a code of 5 bits.
 * `shift`: the point transform; the lowest bits of the words are lost.
 */
export function encodeJpegLossless(
  { words, width, height, samples, bits }: EncoderInput,
  shift = 0,
): Buffer {
  const components = Array.from({ length: samples }, (_, index) => [index + 1, 0x11, 0]).flat();
  const scan = Array.from({ length: samples }, (_, index) => [index + 1, 0]).flat();
  const categories = Array.from({ length: 17 }, (_, category) => category);
  const counts = Array.from({ length: 16 }, (_, index) => (index === 4 ? categories.length : 0));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xc3, [bits, ...word(height), ...word(width), samples, ...components]),
    segment(0xc4, [0, ...counts, ...categories]),
    segment(0xda, [samples, ...scan, 1, 0, shift]),
    entropyCoded(
      Array.from(words, (value) => value >> shift),
      { width, samples, bits: bits - shift },
    ),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const word = (value: number) => [value >> 8, value & 255];
const segment = (marker: number, bytes: readonly number[]) =>
  Buffer.from([0xff, marker, ...word(bytes.length + 2), ...bytes]);

function entropyCoded(
  words: ArrayLike<number>,
  { width, samples, bits }: Pick<EncoderInput, 'width' | 'samples' | 'bits'>,
): Buffer {
  const output: number[] = [];
  let pending = 0;
  let count = 0;
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      pending = (pending << 1) | ((value >> bit) & 1);
      count += 1;
      if (count < 8) continue;
      output.push(pending);
      if (pending === 0xff) output.push(0);
      pending = 0;
      count = 0;
    }
  };
  const row = width * samples;
  for (let at = 0; at < words.length; at += 1) {
    const isFirstColumn = at % row < samples;
    const predicted = isFirstColumn
      ? at < row
        ? 2 ** (bits - 1)
        : (words[at - row] ?? 0)
      : (words[at - samples] ?? 0);
    // Differences are modulo 65,536 (H.1.2.1).
    const difference = (((words[at] ?? 0) - predicted + 98_304) & 0xffff) - 32_768;
    const category = difference === -32_768 ? 16 : 32 - Math.clz32(Math.abs(difference));
    put(category, 5);
    if (category < 16) put(difference < 0 ? difference + 2 ** category - 1 : difference, category);
  }
  while (count > 0) put(1, 1);
  return Buffer.from(output);
}
