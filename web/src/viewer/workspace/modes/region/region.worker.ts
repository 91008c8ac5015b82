/// <reference lib="webworker" />
import type { RegionTask } from '../../../geometry/region/grow-region.ts';
import { measureRegion } from '../../../geometry/region/measure-region.ts';

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data }: MessageEvent<RegionTask>) => {
  // The page needs no list of voxels.
  const { members, ...found } = measureRegion(data);
  self.postMessage({ ...found, isEmpty: members.length === 0 }, [found.mask.buffer]);
};
