/// <reference lib="webworker" />
import type { Grid } from '../../geometry/registration/grid.ts';
import {
  type Registration,
  registerVolumes,
} from '../../geometry/registration/register-volumes.ts';

declare const self: DedicatedWorkerGlobalScope;

export type RegistrationTask = { readonly fixed: Grid; readonly moving: Grid };
export type RegistrationReport =
  | { readonly progress: number }
  | { readonly registration: Registration };

const report = (what: RegistrationReport) => self.postMessage(what);

self.onmessage = ({ data: { fixed, moving } }: MessageEvent<RegistrationTask>) => {
  const registration = registerVolumes(fixed, moving, (progress) => report({ progress }));
  report({ registration });
};
