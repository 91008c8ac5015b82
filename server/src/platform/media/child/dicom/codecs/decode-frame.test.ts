import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type EncoderInput,
  encodeHtj2k,
  encodeJpeg2000,
  encodeJpegBaseline,
  encodeJpegLossless,
  encodeJpegLs,
} from '@deqiq/samples/dicom-variants/encoders.ts';
import { type ImageFile, imageFile, SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import { renderedFrame } from '@deqiq/testkit/documents/rendered.ts';
import { readCodestreamSize } from './codestream-size.ts';

const rendered = (image: ImageFile, frame = 0) => renderedFrame(imageFile(image), frame);

const WIDTH = 16;
const HEIGHT = 12;

const input: EncoderInput = {
  width: WIDTH,
  height: HEIGHT,
  samples: 1,
  bits: 8,
  isSigned: false,
  words: Array.from({ length: WIDTH * HEIGHT }, (_, at) => at % 256),
};

const file = (syntax: string, bytes: Buffer, more: ImageFile = {}): ImageFile => ({
  syntax,
  fragments: [[bytes]],
  width: WIDTH,
  height: HEIGHT,
  allocated: 8,
  ...more,
});

const codestreams = [
  ['JPEG', SYNTAX.jpegBaseline, await encodeJpegBaseline(input)],
  ['JPEG lossless', SYNTAX.jpegLossless, encodeJpegLossless(input)],
  ['JPEG-LS', SYNTAX.jpegLs, await encodeJpegLs(input)],
  ['JPEG 2000', SYNTAX.jpeg2000, await encodeJpeg2000(input)],
  ['HTJ2K', SYNTAX.htj2k, await encodeHtj2k(input)],
] as const;

for (const [name, syntax, bytes] of codestreams)
  describe(`a codestream of ${name}`, () => {
    test('has as many samples as its file announces', async () => {
      assert.equal((await rendered(file(syntax, bytes)))?.length, WIDTH * HEIGHT);
    });

    test('of another size than its file is rejected before it is decoded', async () => {
      await assert.rejects(rendered(file(syntax, bytes, { width: WIDTH + 1 })), /contradicts/);
      await assert.rejects(rendered(file(syntax, bytes, { height: HEIGHT - 1 })), /contradicts/);
      await assert.rejects(rendered(file(syntax, bytes, { photometric: 'RGB' })), /contradicts/);
    });

    test('that is something else is rejected', async () => {
      for (const other of [Buffer.alloc(40), Buffer.from('<!doctype html><p>'), Buffer.alloc(2)])
        await assert.rejects(rendered(file(syntax, other)), Error);
    });

    test('that is cut off or damaged ends with a picture or an error', async () => {
      for (let at = 0; at < bytes.length; at += 7) {
        const changed = Buffer.from(bytes);
        changed[at] = 255 - (changed[at] ?? 0);
        for (const some of [changed, bytes.subarray(0, at)])
          await rendered(file(syntax, some)).catch((error: unknown) => {
            assert.ok(error instanceof Error, `byte ${at}: ${String(error)}`);
            assert.ok(!(error instanceof ReferenceError), error.message);
          });
      }
      assert.equal((await rendered(file(syntax, bytes)))?.length, WIDTH * HEIGHT);
    });
  });

test('a frame of fewer bytes than its samples can have is rejected before it is decoded', async () => {
  const large = { width: 8_000, height: 4_900 };
  const empty = Buffer.concat([Buffer.from('01000000400000000000', 'hex'), Buffer.alloc(64)]);
  const lossless = Buffer.from(encodeJpegLossless({ ...input, words: [0], width: 1, height: 1 }));
  for (const [syntax, bytes] of [
    [SYNTAX.rle, empty],
    [SYNTAX.jpegLossless, lossless],
    [SYNTAX.jpegBaseline, await encodeJpegBaseline({ ...input, words: [0], width: 1, height: 1 })],
  ] as const)
    await assert.rejects(
      renderedFrame(imageFile(file(syntax, bytes, large)), 0, 40_000_000),
      /too few bytes/,
    );
});

test('the size of a codestream is read at its beginning or in a JP2 file', async () => {
  const bytes = await encodeJpeg2000(input);
  const size = { width: WIDTH, height: HEIGHT, samples: 1 };
  assert.deepEqual(readCodestreamSize(bytes), size);
  const boxes = Buffer.from('0000000c6a5020200d0a870a000000006a703263', 'hex');
  assert.deepEqual(readCodestreamSize(Buffer.concat([boxes, bytes])), size);
  for (const broken of [bytes.subarray(0, 41), bytes.subarray(2), boxes, Buffer.alloc(100)])
    assert.throws(() => readCodestreamSize(broken), /damaged/);
});

test('the corner of the image area is no part of its size', async () => {
  const bytes = Buffer.from(await encodeJpeg2000(input));
  bytes.writeUInt32BE(5, 4 + 12);
  assert.deepEqual(readCodestreamSize(bytes), { width: WIDTH - 5, height: HEIGHT, samples: 1 });
});

test('subsampled components or too many tiles are rejected before they keep a decoder busy', async () => {
  const bytes = await encodeHtj2k(input);
  const damaged = (at: number, value: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = value;
    return copy;
  };
  const columns = 43;
  const rows = 44;
  for (const at of [columns, rows])
    assert.throws(() => readCodestreamSize(damaged(at, 255)), /damaged/);
  const manyTiles = Buffer.from(bytes);
  for (const [at, value] of [
    [8, 60_000],
    [24, 1],
  ] as const)
    manyTiles.writeUInt32BE(value, at);
  manyTiles.writeUInt32BE(1, 28);
  assert.throws(() => readCodestreamSize(manyTiles), /damaged/);
  assert.throws(() => readCodestreamSize(damaged(27, 0)), /damaged/);
});

/** Exceptions of C++ do not give back their part of the stack: after 275 of them an instance has none left. */
const EXCEPTIONS = 280;

test('damaged codestreams harm no later one in the same process', async () => {
  const bytes = await encodeJpegLs(input);
  const damaged = Buffer.from(bytes);
  damaged[40] = 0;
  const whole = await rendered(file(SYNTAX.jpegLs, bytes));
  for (let count = 0; count < EXCEPTIONS; count += 1)
    await assert.rejects(rendered(file(SYNTAX.jpegLs, damaged)), /damaged/);
  assert.deepEqual(await rendered(file(SYNTAX.jpegLs, bytes)), whole);
});
