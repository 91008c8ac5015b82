import { templateTexts } from '@deqiq/contract/reports/content/report-texts.ts';
import * as nameTexts from '@deqiq/messages/referrals/names.js';
import * as texts from '@deqiq/messages/reports/report-pdf.js';
import { formatDay, formatMoment } from '../../../../platform/http/pages/moments.ts';
import { A4, type PdfImage } from '../../../../platform/pdf/pdf-page.ts';
import type { SignedReport } from '../signed-report.ts';
import { Colours, lineHeight, MARGIN, type ReportDocument, WIDTH } from './document.ts';

/** Teeth of the arch in the sign of the clinic: centre, angle in degrees and scale, on a ground of 32 by 32. */
const ARCH = [
  [6, 23.6, -87, 1.22],
  [7.4, 17.9, -71, 1.08],
  [9.7, 12.5, -61, 0.93],
  [13.4, 8, -35, 0.79],
  [18.7, 8.1, 36, 0.79],
  [22.3, 12.6, 62, 0.93],
  [24.6, 18, 71, 1.08],
  [26, 23.6, 87, 1.22],
] as const;

const SIGN = 30;

/** Points. */
const MAX_LETTERHEAD_HEIGHT = 110;
const MAX_LOGO_WIDTH = 110;

export function writeLetterhead(document: ReportDocument, { letterhead }: SignedReport): void {
  const { page, styles } = document;
  const { picture } = letterhead;
  const image = picture ? document.addPng(picture.png) : undefined;
  if (image && picture?.isWhole) {
    writeWhole(document, image);
    return;
  }
  const top = 34;
  const x = MARGIN + (image ? drawLogo(document, image, top) : drawSign(document, top)) + 10;
  page.text(letterhead.name, x, top + 13, { ...styles.title, size: 14 });
  const contacts = [letterhead.address, letterhead.phone, letterhead.email].filter(Boolean);
  page.text(contacts.join(' · '), x, top + 26, styles.small);
  const y = top + SIGN + 10;
  page.line([MARGIN, y], [MARGIN + WIDTH, y], { colour: Colours.accent, width: 1.2 });
  document.y = y + 14;
}

/** A picture in the place of the whole head. */
function writeWhole(document: ReportDocument, image: PdfImage): void {
  const top = 28;
  const scale = Math.min(WIDTH / image.width, MAX_LETTERHEAD_HEIGHT / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  document.page.image(image, { x: MARGIN + (WIDTH - width) / 2, y: top, width, height });
  document.y = top + height + 14;
}

/** Returns its width. */
function drawLogo({ page }: ReportDocument, image: PdfImage, top: number): number {
  const scale = Math.min(MAX_LOGO_WIDTH / image.width, SIGN / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  page.image(image, { x: MARGIN, y: top + (SIGN - height) / 2, width, height });
  return width;
}

/** Returns its width. */
function drawSign({ page }: ReportDocument, top: number): number {
  const left = MARGIN;
  const unit = SIGN / 32;
  page.rectangle({ x: left, y: top, width: SIGN, height: SIGN }, { fill: Colours.ink });
  for (const [index, [x, y, degrees, scale]] of ARCH.entries()) {
    const angle = (degrees * Math.PI) / 180;
    const corners = [
      [-2.1, -2.7],
      [2.1, -2.7],
      [2.1, 2.7],
      [-2.1, 2.7],
    ].map(([across = 0, down = 0]): readonly [number, number] => [
      left + unit * (x + scale * (across * Math.cos(angle) - down * Math.sin(angle))),
      top + unit * (y + scale * (across * Math.sin(angle) + down * Math.cos(angle))),
    ]);
    page.fill(corners, index === 5 ? '#7fe3e8' : '#eef2f3');
  }
  return SIGN;
}

/** The title, and above all else that the report is withdrawn or continues at its end. */
export function writeNotices(document: ReportDocument, report: SignedReport): void {
  const { styles, page } = document;
  const { withdrawal, addenda } = report;
  const template = templateTexts[report.content.template]();
  const width = styles.body.font.measure(template) * styles.body.size;
  page.text(template, MARGIN + WIDTH - width, document.y + styles.title.size, {
    ...styles.body,
    colour: Colours.muted,
  });
  document.paragraph(texts.title(), styles.title);
  document.y += 4;
  if (withdrawal) {
    const { reason, by: name, at } = withdrawal;
    writeNotice(
      document,
      texts.withdrawn(),
      texts.withdrawal({ moment: formatMoment(at), name, reason }),
    );
  }
  if (addenda.length > 0)
    document.paragraph(texts.hasAddenda({ count: addenda.length }), {
      ...styles.smallStrong,
      colour: Colours.danger,
    });
}

function writeNotice(document: ReportDocument, heading: string, text: string): void {
  const { styles, page } = document;
  const box = { x: MARGIN + 10, width: WIDTH - 20 };
  const lines = document.wrap(text, styles.body, box.width).length;
  const height = 16 + lineHeight(styles.strong) + lines * lineHeight(styles.body);
  page.rectangle(
    { x: MARGIN, y: document.y, width: WIDTH, height },
    { fill: Colours.dangerSoft, line: Colours.danger },
  );
  document.y += 8;
  document.paragraph(heading, { ...styles.strong, colour: Colours.danger }, box);
  document.paragraph(text, styles.body, box);
  document.y += 14;
}

const sexTexts = { female: nameTexts.female, male: nameTexts.male } as const;

/** A day, YYYY-MM-DD, in words. */
const nameDay = (day: string): string => formatDay(`${day}T12:00:00.000Z`);

function listFacts({ patient, checkup, referral }: SignedReport): (readonly [string, string])[] {
  const name = [patient.lastName, patient.firstName, patient.fatherName].filter(Boolean).join(' ');
  const doctor = referral?.doctor;
  return [
    [texts.patient(), name],
    [texts.examination(), checkup.name],
    [texts.birthDate(), patient.birthDate ? nameDay(patient.birthDate) : '—'],
    [texts.examinationDate(), nameDay(checkup.date)],
    [texts.sex(), patient.sex ? sexTexts[patient.sex]() : '—'],
    [texts.examinationCode(), checkup.code],
    [texts.patientCode(), patient.code],
    [texts.referrer(), doctor ? `${doctor.firstName} ${doctor.lastName}` : '—'],
  ];
}

/** Patient, examination and referrer in two columns, and the question of the doctor below them. */
export function writeFacts(document: ReportDocument, report: SignedReport): void {
  const { styles } = document;
  const facts = listFacts(report);
  const column = WIDTH / 2;
  for (let row = 0; row < facts.length; row += 2) {
    const pair = facts.slice(row, row + 2).map(([label, value], index) => ({
      label,
      lines: document.wrap(value, row === 0 ? styles.strong : styles.body, column - 106),
      x: MARGIN + index * column,
    }));
    for (const { label, lines, x } of pair) {
      document.page.text(label, x, document.y + 9.5, styles.small);
      for (const [index, line] of lines.entries())
        document.page.text(
          line,
          x + 98,
          document.y + 9.5 + index * lineHeight(styles.body),
          row === 0 ? styles.strong : styles.body,
        );
    }
    document.y +=
      Math.max(...pair.map(({ lines }) => lines.length)) * lineHeight(styles.body) + 1.5;
  }
  const question = report.referral?.question.trim() ?? '';
  if (question === '') return;
  document.y += 1;
  document.page.text(texts.question(), MARGIN, document.y + 9.5, styles.small);
  document.paragraph(question, styles.body, { x: MARGIN + 98, width: WIDTH - 98 });
}

/** The foot of each page, and from the second page on whose report it is. */
export function writeFeet(document: ReportDocument, report: SignedReport): void {
  const { styles, pages } = document;
  const { patient, checkup, letterhead, sha256 } = report;
  const owner = `${patient.lastName} ${patient.firstName} · ${patient.code} · ${checkup.code}`;
  const y = A4.height - 34;
  for (const [index, page] of pages.entries()) {
    const number = texts.page({ page: index + 1, count: pages.length });
    const width = styles.label.font.measure(number) * styles.label.size;
    page.line([MARGIN, y - 12], [MARGIN + WIDTH, y - 12], { colour: Colours.line, width: 0.6 });
    page.text(`${owner} · SHA-256 ${sha256.slice(0, 12)}…`, MARGIN, y, styles.label);
    page.text(number, MARGIN + WIDTH - width, y, styles.label);
    if (index === 0) continue;
    page.text(letterhead.name, MARGIN, 40, styles.smallStrong);
    const shown = report.withdrawal ? texts.withdrawn() : texts.title();
    const style = report.withdrawal ? { ...styles.small, colour: Colours.danger } : styles.small;
    page.text(shown, MARGIN + WIDTH - style.font.measure(shown) * style.size, 40, style);
    page.line([MARGIN, 48], [MARGIN + WIDTH, 48], { colour: Colours.line, width: 0.6 });
  }
}
