import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeWith, loadCodec } from '../../dicom/codecs/wasm.ts';
import { encodeHtj2k } from './htj2k.ts';

/** The decoder of a browser, which decodes only the first resolutions of a codestream. */
interface PartialDecoder {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  readHeader(): void;
  decodeSubResolution(discarded: number): void;
  delete(): void;
}

test('the smaller resolutions of a picture have their pixels on every second, fourth, eighth pixel', async () => {
  const side = 256;
  const spot = [101.3, 150.8] as const;
  const pixels = Uint16Array.from({ length: side * side }, (_, index) => {
    const x = (index % side) - spot[0];
    const y = Math.floor(index / side) - spot[1];
    return 3000 * Math.exp(-(x * x + y * y) / 128);
  });
  const format = { width: side, height: side, channels: 1, bits: 12 } as const;
  const options = { quantizationStep: 0, hasResolutionLengths: true };
  const encoded = await encodeHtj2k(pixels, format, options);
  const codec = await loadCodec('htj2k');
  for (const discarded of [0, 1, 2, 3]) {
    const decoder = new codec.HTJ2KDecoder() as unknown as PartialDecoder;
    decoder.getEncodedBuffer(encoded.length).set(encoded);
    decoder.readHeader();
    decoder.decodeSubResolution(discarded);
    const values = new Uint16Array(Uint8Array.from(decoder.getDecodedBuffer()).buffer);
    decoder.delete();
    const scale = 2 ** discarded;
    const width = side / scale;
    const sum = (weigh: (index: number) => number) =>
      values.reduce((total, value, index) => total + value * weigh(index), 0);
    const total = sum(() => 1);
    const centre = [
      (sum((index) => index % width) / total) * scale,
      (sum((index) => Math.floor(index / width)) / total) * scale,
    ] as const;
    for (const axis of [0, 1] as const)
      assert.ok(Math.abs(centre[axis] - spot[axis]) < 0.1, `${discarded}: ${centre.join(', ')}`);
  }
});

/** Marker of the lengths of tile parts (ISO/IEC 15444-1, A.7.1). */
const TLM = 'ff55';

test('a codestream lists the lengths of its resolutions only where a client needs them', async () => {
  const format = { width: 256, height: 128, channels: 1, bits: 12 } as const;
  const pixels = Uint16Array.from({ length: 256 * 128 }, (_, index) => (index * 37) % 4096);
  for (const hasResolutionLengths of [true, false]) {
    const options = { quantizationStep: 0, hasResolutionLengths };
    const encoded = Buffer.from(await encodeHtj2k(pixels, format, options));
    assert.equal(encoded.subarray(0, 256).toString('hex').includes(TLM), hasResolutionLengths);
    const { samples } = await decodeWith('htj2k', encoded);
    assert.deepEqual(samples, pixels);
  }
});

/** Black, black and white, every value: zeros are the ones that an encoder has lost. */
const contents = [
  () => 0,
  (index: number, max: number) => (index % 3 === 0 ? max : 0),
  (index: number, max: number) => (index * 37) % (max + 1),
];

test('a lossless picture has its pixels again, whatever its size', async () => {
  for (let side = 1; side <= 130; side += 1)
    for (const [width, height] of [
      [side, side],
      [side, 130],
    ] as const)
      for (const [index, value] of contents.entries()) {
        const channels = (side + index) % 4 === 0 ? 3 : 1;
        const bits = channels === 3 ? 8 : ([8, 12, 16][side % 3] ?? 8);
        const length = width * height * channels;
        const pixels = new (bits > 8 ? Uint16Array : Uint8Array)(length);
        for (let at = 0; at < length; at += 1) pixels[at] = value(at, 2 ** bits - 1);
        const options = { quantizationStep: 0, hasResolutionLengths: side % 2 === 0 };
        const encoded = await encodeHtj2k(pixels, { width, height, channels, bits }, options);
        const { samples } = await decodeWith('htj2k', Buffer.from(encoded));
        assert.deepEqual(samples, pixels, `${width} x ${height}, ${bits} bits`);
      }
});
