import { beforeAll, describe, expect, test } from 'vitest';
import { fromVector } from '../../geometry/align/rigid.ts';
import { fitScan } from '../../geometry/scan-camera.ts';
import { createScanObject } from '../../testing/scan-object.ts';
import { cutMesh } from './cut-mesh.ts';
import { decodeMesh, type ScanMesh } from './decode-mesh.ts';
import { pickPoint } from './pick-point.ts';

let mesh: ScanMesh;
beforeAll(async () => {
  const object = await createScanObject();
  const body = new Response(object.mesh).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  mesh = await decodeMesh(object.metadata, body);
});

/** The height of the sheet in its own coordinates: 5 mm, and half a millimetre more in the middle. */
const heightAt = (x: number) => 5 + 0.5 * Math.sin(((x + 15) * Math.PI) / 30);

describe('a surface scan', () => {
  test('crosses a plane in one line, where it lies after it was moved', () => {
    const rigid = fromVector([0, 0, Math.PI / 2], [100, 0, 7]);
    // The sheet's x axis is the patient's y axis now: a coronal plane at its 4.3 mm.
    const view = { right: [1, 0, 0], down: [0, 0, -1], millimetresPerPixel: 1 } as const;
    const lines = cutMesh(mesh, rigid, { ...view, centre: [0, 4.3, 0] });
    // Twenty squares, each of two triangles.
    expect(lines).toHaveLength(40 * 4);
    for (let at = 0; at < lines.length; at += 2) {
      expect(lines[at]).toBeGreaterThanOrEqual(90 - 1e-6);
      expect(lines[at]).toBeLessThanOrEqual(110 + 1e-6);
      expect(Math.abs((lines[at + 1] ?? 0) + heightAt(4.3) + 7)).toBeLessThan(0.02);
    }
    expect(cutMesh(mesh, rigid, { ...view, centre: [0, 16, 0] })).toEqual([]);
  });

  test('is pressed where it is in front', () => {
    const size = { width: 300, height: 200 };
    const camera = fitScan(mesh.metadata.view, mesh.metadata, size);
    const point = pickPoint(mesh, camera, { point: [150 + 6 * camera.zoom, 100], size });
    expect(point?.[0]).toBeCloseTo(6, 6);
    expect(point?.[1]).toBeCloseTo(0, 6);
    expect(Math.abs((point?.[2] ?? 0) - heightAt(6))).toBeLessThan(0.02);
    expect(pickPoint(mesh, camera, { point: [1, 1], size })).toBeUndefined();
  });
});
