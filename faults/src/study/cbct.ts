import { ctElements } from '@deqiq/samples/dicom/ct-slice.ts';
import { encodeDataSet, SYNTAX } from '@deqiq/samples/dicom-variants/image-file.ts';
import type { Random } from '@deqiq/testkit/random.ts';

const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const SIDE = 64;

/** Uncompressed transfer syntaxes; machines send in the first one. */
export const syntaxes = ['explicit', 'implicit', 'bigEndian', 'deflated'] as const;
export type Syntax = (typeof syntaxes)[number];

/** A CBCT that a machine makes: the data sets of its slices, and the examination for which it is made. */
export interface Cbct {
  readonly study: string;
  /** '' where the machine has no worklist. */
  readonly code: string;
  readonly slices: readonly Slice[];
}

export interface Slice {
  readonly sopInstance: string;
  readonly dataSets: Readonly<Record<Syntax, Buffer>>;
}

export function makeCbct(
  {
    study,
    code,
    frames,
  }: { readonly study: string; readonly code: string; readonly frames: number },
  random: Random,
): Cbct {
  const series = `${study}.1`;
  const slices = Array.from({ length: frames }, (_, index) => {
    const instance = index + 1;
    const elements = ctElements({
      width: SIDE,
      height: SIDE,
      instance,
      position: [0, 0, instance],
      series,
      pixels: Uint16Array.from({ length: SIDE * SIDE }, () => random.below(4_096)),
      more: [
        { tag: 0x0008_0016, vr: 'UI', value: SECONDARY_CAPTURE },
        { tag: 0x0008_0050, vr: 'SH', value: code },
        { tag: 0x0020_000d, vr: 'UI', value: study },
      ],
    });
    return {
      sopInstance: `${series}.${instance}`,
      dataSets: {
        explicit: encodeDataSet(elements, SYNTAX.explicit),
        implicit: encodeDataSet(elements, SYNTAX.implicit),
        bigEndian: encodeDataSet(elements, SYNTAX.bigEndian),
        deflated: encodeDataSet(elements, SYNTAX.deflated),
      },
    };
  });
  return { study, code, slices };
}
