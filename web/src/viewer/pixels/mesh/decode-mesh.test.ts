import { isFastRun } from '@deqiq/testkit/fast-run.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';
import { expect, test } from 'vitest';
import { createScanObject, type ScanObject } from '../../testing/scan-object.ts';
import { PictureError } from '../loading/picture-error.ts';
import { decodeMesh } from './decode-mesh.ts';

const decode = ({ metadata, mesh }: ScanObject) =>
  decodeMesh(metadata, new Response(mesh).body as ReadableStream<Uint8Array<ArrayBuffer>>);

test('a scan has its coordinates, and its directions point outwards', async () => {
  const object = await createScanObject();
  const { coordinates, normals, indices } = await decode(object);
  expect([indices.length, coordinates.length]).toEqual([30 * 20 * 6, 31 * 21 * 4]);
  expect([...coordinates.subarray(15 * 4, 15 * 4 + 3)]).toEqual([1500, 0, 550]);
  expect([...normals.subarray(15 * 4, 15 * 4 + 3)]).toEqual([0, 0, 127]);
  // The sheet falls towards its left side.
  expect(normals[0]).toBeLessThan(0);
});

const DAMAGED = isFastRun ? 200 : 2_000;

test(`of ${DAMAGED} damaged scans none becomes another one, and each has its failure`, async () => {
  const object = await createScanObject();
  const whole = await decode(object);
  const random = randomFrom(41);
  const outcomes = new Map<string, number>();
  for (let round = 0; round < DAMAGED; round += 1) {
    const outcome = await decode(damage(object, random)).then(
      (mesh) => {
        expect(mesh.indices).toEqual(whole.indices);
        expect(mesh.coordinates).toEqual(whole.coordinates);
        return 'loaded';
      },
      (error: unknown) => (error instanceof PictureError ? error.failure : String(error)),
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  expect(outcomes.get('damaged')).toBeGreaterThan(0.95 * DAMAGED);
  // Some bytes of the header of gzip mean nothing: time and system.
  expect([...outcomes.keys()].toSorted()).toEqual(['damaged', 'loaded']);
});

/** Bytes are others, missing or too many; or the metadata is that of another mesh. */
function damage({ metadata, mesh }: ScanObject, random: Random): ScanObject {
  const copy = Uint8Array.from(mesh);
  switch (random.below(4)) {
    case 0:
      return { metadata, mesh: copy.subarray(0, random.below(copy.length)) };
    case 1:
      return {
        metadata,
        mesh: Uint8Array.from([...copy, ...copy.subarray(0, 1 + random.below(9))]),
      };
    case 2: {
      const field = random.pick(['triangles', 'vertices', 'indexBytes', 'vertexBytes'] as const);
      const wrong = [1, metadata[field] - 1, metadata[field] + 1, 2_999_999];
      return { metadata: { ...metadata, [field]: random.pick(wrong) }, mesh: copy };
    }
    default: {
      const at = random.below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 + random.below(255));
      return { metadata, mesh: copy };
    }
  }
}
