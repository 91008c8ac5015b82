import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type DicomVariant, dicomVariants } from '@deqiq/samples/dicom-variants/variants.ts';
import { openImage } from '@deqiq/testkit/documents/rendered.ts';
import { pickCases } from '@deqiq/testkit/fast-run.ts';
import { EXPLICIT_BIG_ENDIAN, EXPLICIT_LITTLE_ENDIAN } from '../../../dicom/transfer-syntaxes.ts';
import { greyScale } from '../dicom/grey.ts';
import { type DicomImage, readFrame, renderSamples } from '../dicom/render.ts';
import { toDicomJson } from './json.ts';
import { transcode } from './transcode.ts';

const HTJ2K = '1.2.840.10008.1.2.4.201';
const variants = pickCases(await dicomVariants(), 4);

async function transcoded({ bytes }: DicomVariant, transferSyntax: string): Promise<DicomImage> {
  const { length } = bytes;
  const location = { offset: 0, length, size: length, isDeflated: false };
  const [file] = await transcode({ location, transferSyntax, frames: undefined }, bytes);
  const image = openImage(file ?? Buffer.alloc(0));
  assert.ok(image);
  assert.equal(image.file.transferSyntax, transferSyntax);
  return image;
}

function open({ bytes }: DicomVariant): DicomImage {
  const image = openImage(bytes);
  assert.ok(image);
  return image;
}

/** The stored pixels of a frame, and the shown ones. */
async function pixelsOf(image: DicomImage, frame: number): Promise<[Buffer, Uint8Array]> {
  const samples = await readFrame(image, frame);
  const { toStored } = greyScale(image.file.data, frame, image.image, samples);
  const isGrey = image.image.samples === 1;
  const stored = isGrey ? Int32Array.from(samples.words, toStored) : new Int32Array();
  return [Buffer.from(stored.buffer), renderSamples(image, frame, samples).pixels];
}

/** Attributes that describe how the pixels are encoded, and where each frame is. */
const ENCODING = ['00280004', '00280006', '00280100', '00280102', '7FE00001', '7FE00002'];

const attributesOf = ({ file }: DicomImage) =>
  Object.entries(toDicomJson(file, false)).filter(([tag]) => !ENCODING.includes(tag));

/** Colours that no codec has converted, one bit, and eight bits with a sign. */
function isWithoutHtj2k({ image }: DicomImage): boolean {
  const { photometric, allocated, isSigned, stored } = image;
  return photometric.startsWith('YBR') || allocated === 1 || (isSigned && stored <= 8);
}

describe('a file in another transfer syntax', () => {
  for (const syntax of [EXPLICIT_LITTLE_ENDIAN, HTJ2K])
    test(`${syntax}: ${variants.length} variants have the same pixels and attributes`, async () => {
      let refused = 0;
      for (const variant of variants) {
        const original = open(variant);
        const image = await transcoded(variant, syntax).catch((error: unknown) => String(error));
        if (typeof image === 'string') {
          const isBigEndian = original.file.transferSyntax === EXPLICIT_BIG_ENDIAN;
          const isExpected = isBigEndian || (syntax === HTJ2K && isWithoutHtj2k(original));
          assert.ok(isExpected, `${variant.name}: ${image}`);
          refused += 1;
          continue;
        }
        assert.equal(image.frames.count, original.frames.count);
        for (let frame = 0; frame < image.frames.count; frame += 1) {
          const after = await pixelsOf(image, frame);
          const before = await pixelsOf(original, frame);
          for (const index of [0, 1] as const)
            assert.ok(Buffer.from(after[index]).equals(before[index]), variant.name);
        }
        assert.deepEqual(attributesOf(image), attributesOf(original), variant.name);
      }
      assert.ok(refused < variants.length / 4, `${refused} are refused`);
    });
});
