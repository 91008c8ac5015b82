import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { describeFinding, nameSection } from '@deqiq/contract/reports/content/report-texts.ts';
import { type ChosenLanguage, chosenLanguages } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/reports/report-pdf.js';
import * as kindTexts from '@deqiq/messages/viewer/tools.js';
import { pictureLibrary } from '@deqiq/samples/library.ts';
import { asPicture } from '@deqiq/samples/radiograph/picture.ts';
import {
  listPdfFonts,
  readPdfInfo,
  readPdfText,
  renderPdfPage,
} from '@deqiq/testkit/documents/pdf.ts';
import { isFastRun } from '@deqiq/testkit/fast-run.ts';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import { generateReport } from '@deqiq/testkit/reports/generated-report.ts';
import { panoramicReport } from '@deqiq/testkit/reports/panoramic-report.ts';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { inLanguage } from '../../../../platform/http/requests/language.ts';
import { describeValues } from '../describe-values.ts';
import type { SignedReport } from '../signed-report.ts';
import { reportPdf } from './report-pdf.ts';

/** Generated reports, a third of them in each language; 500 with REPORTS=500. */
const COUNT = Number(process.env.REPORTS ?? (isFastRun ? 15 : 50));

const skip = missesPrograms('pdftotext', 'pdffonts', 'pdfinfo', 'pdftoppm');
const folder = mkdtempSync(join(tmpdir(), 'deqiq-pdf-'));
after(() => rmSync(folder, { recursive: true }));

const radiograph = await asPicture(pictureLibrary('full').radiograph('panoramic', 'P', 5))
  .jpeg({ quality: 80 })
  .toBuffer();

const flatten = (text: string): string => text.replace(/\s+/g, '');

const structureTexts = {
  canal: kindTexts.canal,
  'sinus-floor': kindTexts.sinusFloor,
  root: kindTexts.root,
} as const;

function listTexts(report: SignedReport, language: ChosenLanguage): string[] {
  const { content, addenda, measurements, referral, withdrawal, countersigner } = report;
  return inLanguage(language, () => [
    texts.title(),
    ...Object.values(content.teeth).flatMap((found) => found.map(describeFinding)),
    ...content.findings.flatMap(({ section, text }) => [nameSection(section), text]),
    ...measurements.map((measurement) => describeValues(measurement, language)),
    ...measurements.flatMap(({ content }) =>
      content.kind === 'canal' ? [structureTexts[content.structure ?? 'canal']()] : [],
    ),
    ...addenda.flatMap(({ text, sha256 }) => [text, sha256]),
    content.technique,
    content.conclusion,
    content.recommendation,
    referral?.question ?? '',
    withdrawal?.reason ?? '',
    withdrawal ? texts.withdrawn() : '',
    countersigner?.name ?? '',
    report.signer.name,
    report.signer.title,
    texts.licence({ number: report.signer.licence }),
    report.sha256,
    report.patient.lastName,
    report.checkup.code,
  ]).filter(Boolean);
}

describe('a signed report on paper', { skip }, () => {
  for (const [first, language] of chosenLanguages.entries())
    test(`contains every finding, value and text in ${language}`, async () => {
      for (let seed = first; seed < COUNT; seed += chosenLanguages.length) {
        const report = generateReport(seed);
        const pages = flatten(readPdfText(await reportPdf(report, language)));
        // A page may end within a text: its foot and the next head are in between.
        const pieces = listTexts(report, language).flatMap((text) => text.split(/\s+/));
        for (const piece of pieces) assert.ok(pages.includes(piece), `report ${seed}: ${piece}`);
      }
    });

  test('a panoramic with a key image has all its texts in order and at most 300 KB', async () => {
    const report = panoramicReport(radiograph);
    const pdf = await reportPdf(report, 'az');
    const pages = flatten(readPdfText(pdf));
    for (const text of listTexts(report, 'az')) assert.ok(pages.includes(flatten(text)), text);
    assert.ok(pdf.length <= 300_000, `${pdf.length} bytes`);
  });

  test('the same report has the same bytes, in another language others', async () => {
    const first = await reportPdf(panoramicReport(radiograph), 'ru');
    assert.deepEqual(await reportPdf(panoramicReport(radiograph), 'ru'), first);
    assert.notDeepEqual(await reportPdf(panoramicReport(radiograph), 'en'), first);
  });

  test('its fonts are embedded subsets whose letters can be searched', async () => {
    const fonts = listPdfFonts(await reportPdf(panoramicReport(), 'az'));
    assert.equal(fonts.length, 2);
    for (const font of fonts)
      assert.match(font, /^[A-Z]{6}\+Onest-\w+ +CID TrueType +Identity-H +yes yes yes/);
  });

  test('it says that it is PDF/A-2b, in which language, and with which colours', async () => {
    const pdf = await reportPdf(panoramicReport(radiograph), 'ru');
    const bytes = Buffer.from(pdf).toString('latin1');
    assert.match(bytes, /<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    assert.match(bytes, /\/OutputIntents \[<< \/Type \/OutputIntent \/S \/GTS_PDFA1/);
    assert.match(bytes, /\/Lang \(ru\)/);
    const info = readPdfInfo(pdf);
    assert.match(info, /Title: +Рентгенологическое заключение: Əliyeva Günay/);
    assert.match(info, /CreationDate: +Fri Nov 20 1\d:42:00 2026/);
    assert.match(info, /PDF version: +1\.7/);
  });

  test('the code leads to the check of the signature', async () => {
    const report = panoramicReport(radiograph);
    const page = renderPdfPage(await reportPdf(report, 'az'), 2);
    const { data, info } = await sharp(page)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = { data: new Uint8Array(data), width: info.width, height: info.height };
    assert.equal(decodeQR(pixels), report.checkUrl);
  });

  test('a withdrawn report says so on every page', async () => {
    const report = {
      ...generateReport(3),
      withdrawal: { reason: 'Səhv', by: 'L', at: '2026-11-23T06:00:00.000Z' },
    };
    const pdf = await reportPdf(report, 'az');
    const count = Number(/Pages: +(\d+)/.exec(readPdfInfo(pdf))?.[1]);
    const marks = readPdfText(pdf).match(/geri çağırılıb/g) ?? [];
    assert.equal(marks.length, count);
  });

  test('qpdf finds no error', { skip: missesPrograms('qpdf') }, async () => {
    const path = join(folder, 'report.pdf');
    writeFileSync(path, await reportPdf(panoramicReport(radiograph), 'az'));
    const { status, stdout } = spawnSync('qpdf', ['--check', path]);
    assert.equal(status, 0, stdout.toString());
  });
});
