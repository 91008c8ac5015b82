import * as texts from '@deqiq/messages/reports/report-check.js';
import { escapeHtml } from '../../../platform/http/html.ts';
import { formatMoment } from '../../../platform/http/pages/moments.ts';
import { callLink, createPage } from '../../../platform/http/pages/page-shell.ts';

export interface CheckedReport {
  readonly isValid: boolean;
  readonly isWithdrawn: boolean;
  readonly name: string;
  readonly title: string;
  readonly signedAt: string;
  readonly sha256: string;
}

/** Signer and validity of a report, without the patient. */
export function checkPage(report: CheckedReport): string {
  const { name, title, signedAt, sha256 } = report;
  const heading = findHeading(report);
  const facts = [
    [texts.signer(), [name, title].filter(Boolean).join(', ')],
    [texts.signedAt(), formatMoment(signedAt)],
    ['SHA-256', sha256],
  ] as const;
  const list = facts
    .map(([term, value]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('');
  return message(heading, texts.compare(), `<dl>${list}</dl>`);
}

function findHeading({ isValid, isWithdrawn }: CheckedReport): string {
  if (!isValid) return texts.changed();
  return isWithdrawn ? texts.withdrawn() : texts.valid();
}

export const unknownPage = (status: number): string =>
  status === 404
    ? message(texts.unknown(), texts.unknownText())
    : message(texts.failed(), texts.failedText());

const message = (title: string, text: string, more = ''): string =>
  createPage(
    title,
    `<main><h1>${escapeHtml(title)}</h1>${more}<p>${escapeHtml(text)}</p>
<p>${callLink()}</p></main>`,
  );
