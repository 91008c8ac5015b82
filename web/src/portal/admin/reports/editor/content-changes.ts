import type {
  KeyImage,
  ReportContent,
  ToothFinding,
} from '@deqiq/contract/reports/content/report-content.ts';
import type { FindingCode, ToothSurface } from '@deqiq/contract/reports/content/report-findings.ts';
import { reportTemplates } from '@deqiq/contract/reports/content/report-sections.ts';

/** The sections of the template, and others that have a text: a change of the template loses none. */
export const listSections = ({ template, findings }: ReportContent): string[] => [
  ...new Set([...reportTemplates[template], ...findings.map(({ section }) => section)]),
];

export const readSection = ({ findings }: ReportContent, section: string): string =>
  findings.find((one) => one.section === section)?.text ?? '';

export function writeSection(content: ReportContent, section: string, text: string): ReportContent {
  const index = content.findings.findIndex((one) => one.section === section);
  const entry = { section, text };
  const findings = index < 0 ? [...content.findings, entry] : content.findings.with(index, entry);
  return { ...content, findings };
}

export const readTooth = ({ teeth }: ReportContent, tooth: number): readonly ToothFinding[] =>
  teeth[tooth] ?? [];

function writeTooth(content: ReportContent, tooth: number, findings: ToothFinding[]) {
  const { [tooth]: _, ...others } = content.teeth;
  return { ...content, teeth: findings.length > 0 ? { ...others, [tooth]: findings } : others };
}

/** Adds a finding to a tooth, or takes it back. */
export function toggleFinding(
  content: ReportContent,
  tooth: number,
  finding: FindingCode,
): ReportContent {
  const findings = readTooth(content, tooth);
  const others = findings.filter((one) => one.finding !== finding);
  const isThere = others.length < findings.length;
  return writeTooth(content, tooth, isThere ? others : [...others, { finding }]);
}

export function changeFinding(
  content: ReportContent,
  tooth: number,
  changed: ToothFinding,
): ReportContent {
  const findings = readTooth(content, tooth).map((one) =>
    one.finding === changed.finding ? changed : one,
  );
  return writeTooth(content, tooth, findings);
}

export function toggleSurface(
  { surfaces = [], ...finding }: ToothFinding,
  surface: ToothSurface,
): ToothFinding {
  const others = surfaces.filter((one) => one !== surface);
  const next = others.length < surfaces.length ? others : [...others, surface];
  return next.length > 0 ? { ...finding, surfaces: next } : finding;
}

export function toggleMeasurement(content: ReportContent, id: string): ReportContent {
  const others = content.measurements.filter((one) => one !== id);
  const isThere = others.length < content.measurements.length;
  return { ...content, measurements: isThere ? others : [...others, id] };
}

export const addKeyImage = (content: ReportContent, image: KeyImage): ReportContent => ({
  ...content,
  keyImages: [...content.keyImages, image],
});

export const removeKeyImage = (content: ReportContent, index: number): ReportContent => ({
  ...content,
  keyImages: content.keyImages.toSpliced(index, 1),
});

export function captionKeyImage(
  content: ReportContent,
  index: number,
  caption: string,
): ReportContent {
  const image = content.keyImages[index];
  if (!image) return content;
  return { ...content, keyImages: content.keyImages.with(index, { ...image, caption }) };
}
