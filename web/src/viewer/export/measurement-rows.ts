import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { findClearance } from '../annotations/clearance.ts';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import { describeMeasurement, measure } from '../annotations/measurements.ts';
import { panelLabels } from '../panel-labels.ts';

/** One line of an exported table. */
export type MeasurementRow = {
  readonly annotation: Annotation;
  /** From 1, in the order of creation. */
  readonly number: number;
  readonly kind: string;
  /** As the viewer shows it: "≈ 12,4 ± 0,2 mm (proyeksiya)". */
  readonly text: string;
  /** undefined where nothing is measured. */
  readonly value: number | undefined;
  readonly uncertainty: number | undefined;
  readonly unit: string;
  /** Millimetres to the wall of the nearest canal. */
  readonly toCanal: number | undefined;
};

/** The annotations that a table lists: all but the window and the arch, which say how something is shown. */
export function measurementRows(
  annotations: readonly Annotation[],
  scale: MeasureScale,
): MeasurementRow[] {
  return annotations
    .filter(({ content: { kind } }) => kind !== 'window' && kind !== 'arch')
    .map((annotation, index) => {
      const { content } = annotation;
      const measured =
        content.kind === 'calibration'
          ? { value: content.millimetres, uncertainty: undefined, unit: 'mm' }
          : measure(content, scale);
      // A length on the detector is magnified by an unknown factor: its decimals would be false.
      const isMagnified =
        content.kind !== 'calibration' &&
        scale.picture.kind === 'detector' &&
        measured?.unit === 'mm';
      return {
        annotation,
        number: index + 1,
        kind: panelLabels.kinds[content.kind],
        text: describeMeasurement(annotation, annotations, scale),
        value: isMagnified && measured ? Math.round(measured.value) : measured?.value,
        uncertainty: isMagnified ? undefined : measured?.uncertainty,
        unit: measured?.unit ?? '',
        toCanal: findClearance(content, annotations, scale)?.distance,
      };
    });
}
