import type { ToothFinding } from '@deqiq/contract/reports/content/report-content.ts';
import type { FindingCode } from '@deqiq/contract/reports/content/report-findings.ts';

/** How a tooth is drawn in the chart. `unmarked`: nothing was noted, which does not say that it is healthy. */
export type ToothMark = 'unmarked' | 'pathology' | 'treatment' | 'absent';

const TREATMENTS: ReadonlySet<FindingCode> = new Set([
  'filling',
  'crown',
  'bridge',
  'post',
  'implant',
  'root-canal-filling',
]);

const ABSENT: ReadonlySet<FindingCode> = new Set(['missing', 'agenesis']);

/** Pathology counts most: it is what must not be overlooked. */
export function findMark(found: readonly ToothFinding[]): ToothMark {
  const codes = found.map(({ finding }) => finding);
  if (codes.length === 0) return 'unmarked';
  if (codes.some((code) => !TREATMENTS.has(code) && !ABSENT.has(code))) return 'pathology';
  return codes.some((code) => TREATMENTS.has(code)) ? 'treatment' : 'absent';
}

export const hasImplant = (found: readonly ToothFinding[]): boolean =>
  found.some(({ finding }) => finding === 'implant');

/** FDI numbers from the patient's right to the left, as they are seen: upper and lower. */
export const PERMANENT_ROWS = [listRow(1, 2, 8), listRow(4, 3, 8)] as const;
export const DECIDUOUS_ROWS = [listRow(5, 6, 5), listRow(8, 7, 5)] as const;

function listRow(right: number, left: number, count: number): string[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return [
    ...numbers.toReversed().map((number) => `${right}${number}`),
    ...numbers.map((number) => `${left}${number}`),
  ];
}
