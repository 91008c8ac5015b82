import type { Structure } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import * as cephTexts from '@deqiq/messages/viewer/ceph.js';
import * as texts from '@deqiq/messages/viewer/panel.js';
import { findAllResults } from '../annotations/ceph/ceph-results.ts';
import { findClearances } from '../annotations/clearance.ts';
import { measureGrey, nameGreyUnit } from '../annotations/grey-values.ts';
import { type Content, isDrawn } from '../annotations/kinds.ts';
import type { MeasureScale } from '../annotations/measure-scale.ts';
import { describeMeasurement, toTableValue, unitNames } from '../annotations/measurements.ts';
import { nameAnnotation } from '../model/drawing/annotation-names.ts';

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
  /** FDI number; undefined where it is about no tooth. */
  readonly tooth: number | undefined;
  /** Of the grey values within; undefined where they are not measured. */
  readonly grey: ReturnType<typeof measureGrey>;
  readonly greyUnit: string;
  /** Millimetres to the wall of the nearest structure of each kind. */
  readonly clearances: Readonly<Partial<Record<Structure, number>>>;
};

/** By the role of an author. */
export const authorNames = { staff: texts.clinic, partner: texts.doctor } as const;

/** The annotations that a table lists: all that are drawn. */
export function measurementRows(
  annotations: readonly Annotation[],
  scale: MeasureScale,
): MeasurementRow[] {
  return annotations
    .filter(({ content }) => isDrawn(content))
    .flatMap((annotation, index) => {
      const { content } = annotation;
      const grey = content.kind === 'ellipse' ? measureGrey(content, scale) : undefined;
      const measured = toTableValue(content, scale);
      const row: MeasurementRow = {
        annotation,
        number: index + 1,
        kind: nameAnnotation(content),
        text: describeMeasurement(annotation, annotations, scale),
        value: measured?.value,
        uncertainty: measured?.uncertainty,
        unit: measured ? unitNames[measured.unit]() : '',
        tooth: 'tooth' in content ? content.tooth : undefined,
        grey,
        greyUnit: grey ? nameGreyUnit(scale) : '',
        clearances: Object.fromEntries(
          findClearances(content, annotations, scale).map((one) => [one.structure, one.distance]),
        ),
      };
      return content.kind === 'ceph' ? [row, ...cephRows(row, content, scale)] : [row];
    });
}

/** A row for each measure of each analysis, with the number of their tracing. */
const cephRows = (
  row: MeasurementRow,
  ceph: Content<'ceph'>,
  scale: MeasureScale,
): MeasurementRow[] =>
  findAllResults(ceph, scale).map(({ analysis, result }) => ({
    ...row,
    kind: `${analysis.name}: ${result.name}`,
    text: [result.valueText, `${cephTexts.norm()}: ${result.norm}`, result.difference].join(' · '),
    value: result.value,
    unit: unitNames[result.unit](),
  }));
