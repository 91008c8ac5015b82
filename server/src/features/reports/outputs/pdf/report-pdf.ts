import { createHash } from 'node:crypto';
import { nameSection } from '@deqiq/contract/reports/content/report-texts.ts';
import { type ChosenLanguage, tags } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/reports/report-pdf.js';
import { inLanguage } from '../../../../platform/http/requests/language.ts';
import type { SealSpace } from '../../../../platform/pdf/pdf-seal.ts';
import { findLastChange } from '../last-change.ts';
import type { SignedReport } from '../signed-report.ts';
import { createDocument, type ReportDocument } from './document.ts';
import { writeFacts, writeFeet, writeLetterhead, writeNotices } from './head.ts';
import { writeKeyImages } from './key-images.ts';
import { writeMeasurements } from './measurements.ts';
import { writeConclusion, writeSection } from './sections.ts';
import { writeAddenda, writeSignature } from './signature.ts';
import { writeToothChart } from './tooth-chart.ts';
import { writeToothFindings } from './tooth-findings.ts';

/**
 * The report as PDF/A-2b in the language of the reader; texts of the author stay as they were written. The same report
 * has the same bytes. `space`: where a seal is written later.
 */
export const reportPdf = (
  report: SignedReport,
  language: ChosenLanguage,
  space?: SealSpace,
): Promise<Buffer> =>
  new Promise((resolve) => resolve(inLanguage(language, () => write(report, language, space))));

function write(
  report: SignedReport,
  language: ChosenLanguage,
  space: SealSpace | undefined,
): Buffer {
  const document = createDocument();
  writeLetterhead(document, report);
  writeNotices(document, report);
  writeFacts(document, report);
  writeBody(document, report, language);
  writeFeet(document, report);
  const { firstName, lastName } = report.patient;
  const facts = {
    title: `${texts.title()}: ${lastName} ${firstName}`,
    author: report.signer.name,
    producer: report.letterhead.name,
    language: tags[language],
    createdAt: findLastChange(report),
    id: hashReport(report, language),
  };
  return document.finish(facts, space);
}

function writeBody(document: ReportDocument, report: SignedReport, language: ChosenLanguage): void {
  const { content } = report;
  writeToothChart(document, content.teeth);
  writeToothFindings(document, content.teeth);
  writeSection(document, texts.technique(), content.technique);
  for (const { section, text } of content.findings)
    writeSection(document, nameSection(section), text);
  writeMeasurements(document, report, language);
  writeKeyImages(document, report);
  writeConclusion(document, texts.conclusion(), content.conclusion);
  writeSection(document, texts.recommendation(), content.recommendation);
  writeSignature(document, report);
  writeAddenda(document, report);
}

/** 32 digits of the report in its present state. */
const hashReport = (report: SignedReport, language: ChosenLanguage): string =>
  createHash('sha256')
    .update([report.id, report.sha256, findLastChange(report), language].join(' '))
    .digest('hex')
    .slice(0, 32)
    .toUpperCase();
