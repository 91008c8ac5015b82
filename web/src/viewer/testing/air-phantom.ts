import type { RegionTask } from '../geometry/region/grow-region.ts';
import { measureRegion } from '../geometry/region/measure-region.ts';
import { volumeMetadata } from '../geometry/testing.ts';
import type { Point3 } from '../geometry/vectors.ts';
import type { Level } from '../pixels/level.ts';

/** A volume of 48 mm, whose half level has voxels of 1 mm; stored 1,040 is soft tissue. */
export const metadata = volumeMetadata();
export const MIDDLE: Point3 = [3.75, -6.25, 63.75];
export const RADIUS = 8;

/** A straight airway; `isOpen` to the front. */
export function halfLevel(isOpen = false): Level {
  const values = new Uint16Array(48 ** 3);
  for (const index of values.keys()) {
    const x = (index % 48) - 23.5;
    const y = (Math.floor(index / 48) % 48) - 23.5;
    const inside = isOpen && y < 0 ? RADIUS - Math.abs(x) : RADIUS - Math.hypot(x, y);
    values[index] = 1040 - 1040 * Math.min(1, Math.max(0, inside + 0.5));
  }
  return {
    kind: 'volume',
    scale: 2,
    sampling: 'mean',
    width: 48,
    height: 48,
    slices: 48,
    channels: 1,
    isLossless: true,
    values,
    ready: 48,
  };
}

/** The thread of the worker: it measures as the real one does. */
export class WorkerStub {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: (() => void) | undefined;
  static isBroken = false;
  postMessage(task: RegionTask): void {
    const { members, ...found } = measureRegion(task);
    if (WorkerStub.isBroken) this.onerror?.();
    else this.onmessage?.({ data: { ...found, isEmpty: members.length === 0 } });
  }
  terminate(): void {}
}
