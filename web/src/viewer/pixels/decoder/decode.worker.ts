/// <reference lib="webworker" />
import createCodec, { type HtDecoder } from '@cornerstonejs/codec-openjph/wasmjs';
import type { Codestreams, DecoderRequest, DecoderResponse } from './messages.ts';

declare const self: DedicatedWorkerGlobalScope;

let module: WebAssembly.Module | undefined;
let codec: ReturnType<typeof createCodec> | undefined;

/** One request at a time: the page sends the next one after the response. */
self.onmessage = ({ data }: MessageEvent<DecoderRequest>) => {
  if (data instanceof WebAssembly.Module) {
    module = data;
    codec = startCodec();
  } else void respond(data);
};

const startCodec = () => createCodec({ instantiateWasm });

async function respond(codestreams: Codestreams): Promise<void> {
  try {
    const pixels = await decode(codestreams);
    self.postMessage(pixels satisfies DecoderResponse, [pixels]);
  } catch {
    // The codestream may have overwritten the memory of the codec: the next one gets another instance.
    codec = undefined;
    self.postMessage(undefined satisfies DecoderResponse);
  }
}

/** Throws where a codestream is damaged; exceptions of C++ arrive as numbers. */
async function decode(codestreams: Codestreams): Promise<ArrayBuffer> {
  codec ??= startCodec();
  const { HTJ2KDecoder } = await codec;
  const { bytes, lengths } = codestreams;
  let pixels: Uint8Array<ArrayBuffer> | undefined;
  let start = 0;
  for (const [index, length] of lengths.entries()) {
    const decoder = new HTJ2KDecoder();
    const decoded = decodeOne(decoder, bytes.subarray(start, start + length), codestreams);
    pixels ??= new Uint8Array(decoded.length * lengths.length);
    pixels.set(decoded, index * decoded.length);
    decoder.delete();
    start += length;
  }
  return pixels?.buffer ?? new ArrayBuffer(0);
}

/** The result is in the memory of the decoder. */
function decodeOne(
  decoder: HtDecoder,
  bytes: Uint8Array,
  { width, height, channels, discarded }: Codestreams,
): Uint8Array {
  decoder.getEncodedBuffer(bytes.length).set(bytes);
  decoder.readHeader();
  const size = decoder.calculateSizeAtDecompositionLevel(discarded);
  const { componentCount } = decoder.getFrameInfo();
  if (size.width !== width || size.height !== height || componentCount !== channels)
    throw new Error('the size differs from the metadata');
  decoder.decodeSubResolution(discarded);
  return decoder.getDecodedBuffer();
}

function instantiateWasm(
  imports: WebAssembly.Imports,
  receive: (instance: WebAssembly.Instance) => void,
): object {
  if (module) void WebAssembly.instantiate(module, imports).then(receive, reportError);
  return {};
}
