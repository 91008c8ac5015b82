import type { ReportContent } from '@deqiq/contract/reports/content/report-content.ts';
import {
  isReportSection,
  type ReportSection,
} from '@deqiq/contract/reports/content/report-sections.ts';
import * as texts from '@deqiq/messages/office/normal-findings.js';
import { listSections, readSection, writeSection } from './content-changes.ts';

/** Sentences for sections without pathology, in the author's language; '' where there is no usual one. */
const normalTexts: Readonly<Record<ReportSection, () => string>> = {
  teeth: texts.teeth,
  periodontium: texts.periodontium,
  periapical: texts.periapical,
  'root-canals': texts.rootCanals,
  'third-molars': texts.thirdMolars,
  'implant-sites': () => '',
  bone: texts.bone,
  jaws: texts.jaws,
  'mandibular-canal': texts.mandibularCanal,
  sinuses: texts.sinuses,
  'ostiomeatal-complex': texts.ostiomeatalComplex,
  'nasal-cavity': texts.nasalCavity,
  tmj: texts.tmj,
  condyles: texts.condyles,
  'joint-spaces': texts.jointSpaces,
  occlusion: texts.occlusion,
  growth: () => '',
  airway: texts.airway,
  'soft-tissues': texts.softTissues,
  other: () => '',
};

/** Fills what is empty with normal findings. Nothing that is written is changed. */
export function fillNormal(content: ReportContent): ReportContent {
  const filled = listSections(content).reduce((now, section) => {
    const text = isReportSection(section) ? normalTexts[section]() : '';
    return text === '' || readSection(now, section).trim() !== ''
      ? now
      : writeSection(now, section, text);
  }, content);
  const hasFindings = Object.keys(content.teeth).length > 0;
  return hasFindings || content.conclusion.trim() !== ''
    ? filled
    : { ...filled, conclusion: texts.conclusion() };
}
