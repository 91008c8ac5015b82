import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { archPhantom } from '@deqiq/samples/phantoms/phantoms.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { multiFrameFile } from '@deqiq/samples/phantoms/scan-files.ts';
import { decodeWith } from '../../dicom/codecs/wasm.ts';
import { readDicomFile } from '../../dicom/header.ts';
import { findImage } from '../../dicom/render.ts';
import { withSource } from '../../input.ts';
import { emitPack } from './pack.ts';

const SIDE = 128;

/** The share of 2.5 MB that a volume of 400 × 400 × 400 has per voxel. */
const BUDGET = Math.round(2_500_000 * (SIDE / 400) ** 3);

/** 60 of 4096 grey values, in 16 bits. */
const NOISE = 960;

const PACK_DEFAULTS = {
  kind: 'volume',
  missing: [],
  geometry: undefined,
  spacing: [0.4, 0.4],
  spacingKind: 'calibrated',
} as const;

/** The codestreams of the half level of a jaw. */
function deriveHalf(noise: number, maxHalfBytes: number): Promise<readonly Buffer[]> {
  const bytes = multiFrameFile(scanPhantom(archPhantom(), { side: SIDE, noise, seed: 5 }));
  return withSource(bytes, async (source) => {
    const file = readDicomFile(source);
    const image = file && findImage(file, SIDE * SIDE);
    assert.ok(image);
    const slices = Array.from({ length: SIDE }, (_, frame) => ({
      frame,
      open: () => image,
      verify: () => undefined,
    }));
    const half: Buffer[] = [];
    await emitPack({ ...PACK_DEFAULTS, slices, maxHalfBytes }, async (name, part) => {
      if (name === 'l1') half.push(Buffer.from(part));
    });
    assert.equal(half.length, SIDE / 2);
    return half;
  });
}

const countBytes = (codestreams: readonly Buffer[]): number =>
  codestreams.reduce((sum, { length }) => sum + length, 0);

describe('the half level of a CBCT', () => {
  const finest = deriveHalf(NOISE, Infinity);
  const coarse = deriveHalf(NOISE, BUDGET);

  test('of a grainy machine keeps within the bytes that a phone loads in time', async () => {
    const full = countBytes(await finest);
    assert.ok(full > 2 * BUDGET, `${full} bytes at the finest step`);
    const size = countBytes(await coarse);
    assert.ok(size <= BUDGET && size > BUDGET * 0.7, `${size} of ${BUDGET} bytes`);
  });

  test('of a grainy machine differs by less than its noise', async () => {
    const expected = await finest;
    let squares = 0;
    let count = 0;
    for (const [index, codestream] of (await coarse).entries()) {
      const original = await decodeWith('htj2k', expected[index] ?? codestream);
      const { samples } = await decodeWith('htj2k', codestream);
      for (const [at, value] of samples.entries())
        squares += (value - (original.samples[at] ?? 0)) ** 2;
      count += samples.length;
    }
    // The mean of eight voxels has less noise than one.
    assert.ok(Math.sqrt(squares / count) < NOISE / Math.sqrt(8));
  });

  test('of a quiet machine is the same to the byte as without a limit', async () => {
    const unlimited = Buffer.concat(await deriveHalf(0, Infinity));
    const limited = Buffer.concat(await deriveHalf(0, 1.5 * unlimited.length));
    assert.ok(limited.equals(unlimited));
  });
});
