import type { JobKind, Jobs } from '../jobs.ts';
import type { Emit } from './derive/emit.ts';
import { encodePng, inspect, resize, verify } from './images.ts';
import type { Input } from './input.ts';
import { stripPicture } from './metadata/strip.ts';

/** Loads the decoders of DICOM on their first use: that takes twice as long as the start of a process without them. */
export const loadDerive = () => import('./derive/derive.ts');

export interface HandlerResult<Kind extends JobKind> {
  readonly value: Jobs[Kind]['value'];
  readonly outputs: readonly Uint8Array[];
}

/** The handlers of all kinds of jobs. A handler throws if the file cannot be decoded or exceeds a limit. */
export const handlers: {
  readonly [Kind in JobKind]: (
    params: Jobs[Kind]['params'],
    input: Input,
    emit: Emit,
  ) => Promise<HandlerResult<Kind>>;
} = {
  inspect: async ({ format }, input) => ({ value: await inspect(input, format), outputs: [] }),
  derive: async ({ type, maxWork }, input, emit) => {
    const { derive } = await loadDerive();
    return { value: await derive(type, input, emit, maxWork), outputs: [] };
  },
  'index-dicom': async ({ type }, input) => {
    const { indexFiles } = await import('./exchange/index-files.ts');
    return { value: null, outputs: [Buffer.from(JSON.stringify(await indexFiles(type, input)))] };
  },
  'render-dicom': async (params, input) => {
    const { renderFrame } = await import('./exchange/render-frame.ts');
    return { value: null, outputs: [await renderFrame(params, input)] };
  },
  'transcode-dicom': async (params, input) => {
    const { transcode } = await import('./exchange/transcode.ts');
    return { value: null, outputs: await transcode(params, input) };
  },
  'hash-dicom': async ({ location }, input) => {
    const { hashInstance } = await import('./exchange/hash-instance.ts');
    return { value: await hashInstance(location, input), outputs: [] };
  },
  'inspect-archive': async (_params, input) => {
    const { inspectArchive } = await loadDerive();
    return { value: await inspectArchive(input), outputs: [] };
  },
  'read-patients': async ({ type }, input) => {
    const { readPatients } = await import('./patients.ts');
    return { value: await readPatients(type, input), outputs: [] };
  },
  resize: async ({ widths }, input) => ({ value: null, outputs: await resize(input, widths) }),
  'encode-png': async (box, input) => ({ value: null, outputs: [await encodePng(input, box)] }),
  'strip-metadata': async ({ format }, input) => ({
    value: null,
    outputs: [await stripPicture(input, format)],
  }),
  verify: async (_params, input) => {
    await verify(input);
    return { value: null, outputs: [] };
  },
};
