import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type PictureMetadata,
  pictureMetadata,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import { scanPhantom } from '@deqiq/samples/phantoms/scan.ts';
import { sliceFiles } from '@deqiq/samples/phantoms/scan-files.ts';
import { sphere } from '@deqiq/samples/phantoms/scene.ts';
import { VARIANTS, type Variant } from '@deqiq/samples/phantoms/variants.ts';
import { zipSync } from 'fflate';
import { derive } from './derive.ts';

/** A head in Hounsfield units, or in values that a device has made of them: skin, bone, spongy bone and a crown in air. */
async function deriveHead(
  variant: Variant,
  toValue = (hounsfield: number) => hounsfield,
  air = -1000,
): Promise<PictureMetadata> {
  const bodies = [
    { radius: 24, density: 40 },
    { radius: 14, density: 1500 },
    { radius: 11, density: 350 },
    { radius: 4, density: 2800 },
  ];
  const phantom = {
    name: 'head',
    shapes: bodies.map(({ radius, density }) => sphere([0, 0, 0], radius, toValue(density))),
    background: toValue(air),
    extent: 56,
    truth: undefined,
  };
  const scan = scanPhantom(phantom, { variant, side: 48, noise: toValue(60) - toValue(0) });
  const meta: Uint8Array[] = [];
  await derive(
    'archive',
    Buffer.from(zipSync(sliceFiles(scan), { level: 0 })),
    async (name, part) => {
      if (name === 'meta') meta.push(Uint8Array.from(part));
    },
  );
  return pictureMetadata.parse(JSON.parse(Buffer.concat(meta).toString()));
}

const PLAIN = VARIANTS['axis-aligned'];

describe('the unit of a CT', () => {
  test('is the Hounsfield unit where DICOM lets the device omit it', async () => {
    for (const variant of [PLAIN, VARIANTS.rescaled, VARIANTS.signed]) {
      const { unit, tissues } = await deriveHead(variant);
      assert.deepEqual([unit, tissues], ['HU', undefined]);
    }
  });

  test('is unknown where a CBCT counts from zero: it tells the values of air and soft tissue', async () => {
    for (const step of [0.4, 1]) {
      const toValue = (hounsfield: number) => 100 + (hounsfield + 1000) * step;
      const { unit, tissues } = await deriveHead({ ...PLAIN, intercept: 0 }, toValue);
      assert.equal(unit, '');
      assert.ok(tissues);
      const error = { air: tissues.air - toValue(-1000), soft: tissues.soft - toValue(40) };
      const isNear = Math.abs(error.air) < 25 * step && Math.abs(error.soft) < 25 * step;
      assert.ok(isNear, JSON.stringify(error));
    }
  });

  test('of a field without air stays unknown: soft tissue is not taken for air', async () => {
    const toValue = (hounsfield: number) => 1100 + hounsfield;
    const { unit, tissues } = await deriveHead({ ...PLAIN, intercept: 0 }, toValue, 40);
    assert.deepEqual([unit, tissues], ['', undefined]);
  });
});
