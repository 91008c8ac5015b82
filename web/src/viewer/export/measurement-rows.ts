import type { Annotation } from '@deqiq/contract/annotations.ts';
import { kindNames } from '../annotations/measurement-list.tsx';
import {
  describeMeasurement,
  type MeasureScale,
  measure,
  nearestCanal,
} from '../annotations/measurements.ts';

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
  /** Millimetres to the nearest canal. */
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
      return {
        annotation,
        number: index + 1,
        kind: kindNames[content.kind],
        text: describeMeasurement(annotation, annotations, scale),
        value: measured?.value,
        uncertainty: measured?.uncertainty,
        unit: measured?.unit ?? '',
        toCanal: nearestCanal(content, annotations)?.distance,
      };
    });
}
