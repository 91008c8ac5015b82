/// <reference lib="webworker" />
import { type AlignTask, alignScan } from '../../../geometry/align/align-scan.ts';

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data }: MessageEvent<AlignTask>) => {
  self.postMessage(alignScan(data));
};
