import type { RegionTask } from '../../../geometry/region/grow-region.ts';
import type { RegionMeasures } from '../../../geometry/region/measure-region.ts';

export type Region = Omit<RegionMeasures, 'members'> & { readonly isEmpty: boolean };

/** Measures a region outside of the page's thread. Rejects where the script did not load or has no memory. */
export function requestRegion(task: RegionTask, signal: AbortSignal): Promise<Region> {
  const worker = new Worker(new URL('./region.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  return new Promise<Region>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Region>) => resolve(data);
    worker.onerror = () => reject(new Error('the region was not measured'));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
