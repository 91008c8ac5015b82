import type { KeyImage, ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import { describeFinding } from '@deqiq/contract/reports/content/report-texts.ts';

export type ToothLine = { readonly tooth: string; readonly findings: readonly string[] };

/** Teeth with findings in the order of FDI numbers. */
export const listToothLines = ({ teeth }: ReportContent): ToothLine[] =>
  Object.entries(teeth)
    .filter(([, findings]) => findings.length > 0)
    .map(([tooth, findings]) => ({ tooth, findings: findings.map(describeFinding) }));

/** The key image whose caption names a tooth. */
export const findImageOfTooth = (
  { keyImages }: ReportContent,
  tooth: string,
): KeyImage | undefined =>
  keyImages.find(({ caption = '' }) => new RegExp(`\\b${tooth}\\b`).test(caption));

/** "Rəşad Quliyev, radioloq". */
export const describeSigner = ({ name, title }: { name: string; title: string }): string =>
  [name, title].filter(Boolean).join(', ');
