import { MAX_PICTURE_PIXELS } from '@deqiq/contract/shared/limits.ts';
import type { JobKind, Jobs } from '../jobs.ts';
import { dicomPicture } from './dicom/picture.ts';
import { greyPreview, inspect, preview, resize, verify } from './images.ts';
import { type Input, withSource } from './input.ts';
import { stripPicture } from './metadata/strip.ts';

export interface HandlerResult<Kind extends JobKind> {
  readonly value: Jobs[Kind]['value'];
  readonly outputs: readonly Uint8Array[];
}

/** The handlers of all kinds of jobs. A handler throws if the file cannot be decoded or exceeds a limit. */
export const handlers: {
  readonly [Kind in JobKind]: (
    params: Jobs[Kind]['params'],
    input: Input,
  ) => Promise<HandlerResult<Kind>>;
} = {
  inspect: async ({ format }, input) => ({ value: await inspect(input, format), outputs: [] }),
  preview: async ({ side }, input) => ({ value: null, outputs: [await preview(input, side)] }),
  'dicom-preview': async ({ side }, input) => {
    const drawn = await renderDicom(input, side);
    return { value: { isDrawable: drawn !== undefined }, outputs: drawn ? [drawn] : [] };
  },
  resize: async ({ widths }, input) => ({ value: null, outputs: await resize(input, widths) }),
  'strip-metadata': async ({ format }, input) => ({
    value: null,
    outputs: [await stripPicture(input, format)],
  }),
  verify: async (_params, input) => {
    await verify(input);
    return { value: null, outputs: [] };
  },
};

/** A DICOM file's picture as WebP; undefined if this server cannot render it. */
const renderDicom = (input: Input, side: number): Promise<Buffer | undefined> =>
  withSource(input, async (source) => {
    const picture = dicomPicture(source, MAX_PICTURE_PIXELS);
    return picture && greyPreview(picture, side);
  });
