import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { encodeJpegLossless } from '@deqiq/samples/dicom-variants/encoders.ts';
import { imageFile, SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';

const patient = { firstName: 'Nigar', lastName: 'Hüseynova', id: '1', birthDate: '1990-01-05' };

/** Bits of noise of a detector; the noise decides what lossless compression costs. */
const NOISE = 16;

const noise = randomFrom(13);

const FULL = { panoramic: [2_800, 1_400], side: 400 } as const;
const QUICK = { panoramic: [1_400, 700], side: 160 } as const;

/** Pixels of the X-rays of a program. */
export const sizesOf = (quick: boolean) => (quick ? QUICK : FULL);

/** A bright arch with noise, 12 bits. */
function slice(width: number, height: number, depth: number): Uint16Array {
  const pixels = new Uint16Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const radius = Math.hypot(x / width - 0.5, y / height - 0.9) + depth * 0.1;
      const bone = radius > 0.3 && radius < 0.42 ? 1_800 : 300;
      pixels[y * width + x] = bone + (x * 600) / width + noise.below(NOISE);
    }
  return pixels;
}

/** A panoramic as devices write it: JPEG lossless. */
export function panoramic([width, height]: readonly [number, number]): Buffer {
  const words = slice(width, height, 0);
  const input = { words, width, height, samples: 1, bits: 12, isSigned: false } as const;
  const fragments = [[encodeJpegLossless(input)]];
  return imageFile({ syntax: SYNTAX.jpegLossless, width, height, fragments });
}

/** An uncompressed volume of `side` slices of `side` × `side` pixels. */
export function cbct(side: number): Buffer {
  return dicomFile({
    modality: 'CT',
    date: '2026-11-20',
    time: '10:30:00',
    description: 'KLKT',
    width: side,
    height: side,
    spacing: [0.2, 0.2],
    sliceSpacing: 0.2,
    frames: Array.from({ length: side }, (_, index) => slice(side, side, index / side)),
    institution: 'Dəqiq',
    patient: { ...patient, sex: 'F' },
  });
}
