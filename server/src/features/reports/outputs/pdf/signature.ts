import * as texts from '@deqiq/messages/reports/report-pdf.js';
import encodeQR from 'qr';
import { formatMoment } from '../../../../platform/http/pages/moments.ts';
import type { TextStyle } from '../../../../platform/pdf/pdf-page.ts';
import type { SignedReport, Signer } from '../signed-report.ts';
import { Colours, lineHeight, MARGIN, type ReportDocument, WIDTH } from './document.ts';
import { writeHeading } from './sections.ts';

/** Points. */
const QR_SIZE = 92;
const PADDING = 12;

type Line = readonly [text: string, style: TextStyle];

/** Signers with their times, the digest of the report, and the address that checks it; on one page. */
export function writeSignature(document: ReportDocument, report: SignedReport): void {
  const { styles } = document;
  const { signer, signedAt, countersigner, sha256, checkUrl } = report;
  const width = WIDTH - QR_SIZE - 3 * PADDING;
  const digest = { ...styles.label, size: 7 };
  const lines: Line[] = [
    ...describeSigner(document, signer),
    [texts.signed({ moment: formatMoment(signedAt) }), styles.body],
    ...(countersigner
      ? [
          ['', styles.label] as const,
          ...describeSigner(document, countersigner),
          [texts.countersigned({ moment: formatMoment(countersigner.at) }), styles.body] as const,
        ]
      : []),
    ['', styles.label],
    [`${texts.digest()}:`, digest],
    [sha256, digest],
    [texts.check({ url: checkUrl }), digest],
  ];
  const wrapped = lines.flatMap(([text, style]) =>
    document.wrap(text, style, width).map((line): Line => [line, style]),
  );
  const text = wrapped.reduce((sum, [, style]) => sum + lineHeight(style), 0);
  const height = Math.max(text, QR_SIZE) + 2 * PADDING;
  document.y += 14;
  document.reserve(height);
  const top = document.y;
  document.page.rectangle({ x: MARGIN, y: top, width: WIDTH, height }, { line: Colours.line });
  drawQr(document, checkUrl, MARGIN + WIDTH - QR_SIZE - PADDING, top + PADDING);
  document.y = top + PADDING;
  for (const [line, style] of wrapped)
    document.paragraph(line, style, { x: MARGIN + PADDING, width: width + 4 });
  document.y = top + height;
}

function describeSigner({ styles }: ReportDocument, { name, title, licence }: Signer): Line[] {
  const licensed = licence === '' ? '' : texts.licence({ number: licence });
  const more = [title, licensed].filter(Boolean).join(' · ');
  return [
    [name, { ...styles.strong, size: 11 }],
    ...(more === '' ? [] : [[more, styles.small] as const]),
  ];
}

/** A QR code of rectangles: each run of dark modules in a row is one. */
function drawQr({ page }: ReportDocument, url: string, x: number, y: number): void {
  const rows = encodeQR(url, 'raw', { border: 2, ecc: 'medium' });
  const module = QR_SIZE / rows.length;
  for (const [row, modules] of rows.entries())
    for (const { start, length } of listRuns(modules))
      page.rectangle(
        { x: x + start * module, y: y + row * module, width: length * module, height: module },
        { fill: Colours.ink },
      );
  page.link(url, { x, y, width: QR_SIZE, height: QR_SIZE });
}

function listRuns(modules: readonly boolean[]): { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = [];
  for (const [index, isDark] of modules.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.start + last.length === index) last.length += 1;
    else runs.push({ start: index, length: 1 });
  }
  return runs;
}

/** Addenda, each with its author, time and digest. */
export function writeAddenda(document: ReportDocument, { addenda }: SignedReport): void {
  const { styles } = document;
  for (const { text, author, at, sha256 } of addenda) {
    const name = [author.name, author.title].filter(Boolean).join(', ');
    writeHeading(document, texts.addendum(), 3 * lineHeight(styles.body));
    document.paragraph(text, styles.body);
    document.paragraph(`${name} · ${formatMoment(at)}`, styles.small);
    document.paragraph(`SHA-256 ${sha256}`, { ...styles.label, size: 7 });
  }
}
