import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { implantSystemNames } from '@deqiq/contract/shared/imaging/implant-systems.ts';
import { isFastRun } from '@deqiq/testkit/fast-run.ts';
import { missesPrograms } from '@deqiq/testkit/programs.ts';
import { generateReport } from '@deqiq/testkit/reports/generated-report.ts';
import { measure } from '../measure.ts';
import type { SignedReport } from '../signed-report.ts';
import { keyObjectSelection } from './key-objects.ts';
import { findFindingCode } from './measurement-groups.ts';
import { presentationState } from './presentation-state.ts';
import { structuredReport } from './structured-report.ts';
import { findToothCode } from './tooth-codes.ts';

/** Generated reports; 500 with REPORTS=500. */
const COUNT = Number(process.env.REPORTS ?? (isFastRun ? 15 : 50));

const folder = mkdtempSync(join(tmpdir(), 'deqiq-reports-'));
after(() => rmSync(folder, { recursive: true }));

const reports = Array.from({ length: COUNT }, (_, seed) => generateReport(seed));

function writeAll(name: string, write: (report: SignedReport) => readonly (Buffer | null)[]) {
  return reports.flatMap((report, index) =>
    write(report).flatMap((bytes, part) => {
      if (!bytes) return [];
      const path = join(folder, `${name}-${index}-${part}.dcm`);
      writeFileSync(path, bytes);
      return [path];
    }),
  );
}

/** The output of a program for files; many have to be read, and it starts once. */
function run(program: string, args: readonly string[], files: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, [...args, ...files], { maxBuffer: 2 ** 28 });
  return `${stdout.toString('utf8')}${stderr.toString('utf8')}`;
}

/** dciodvfy takes one file. */
function findErrors(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    run('dciodvfy', [], [file])
      .split('\n')
      .filter((line) => line.startsWith('Error'))
      .map((line) => `${file}: ${line}`),
  );
}

/** dsrdump writes line ends as \\r\\n. */
const flatten = (text: string): string => text.replace(/(?:\s|\\[rn])+/g, ' ').trim();

function listExpected(report: SignedReport): string[] {
  const { content, measurements, addenda, withdrawal, referral } = report;
  const found = Object.entries(content.teeth).flatMap(([tooth, list]) =>
    list.flatMap(({ finding, note }) => [
      `"${findFindingCode(finding).meaning}"`,
      `"${findToothCode(tooth).meaning}"`,
      note ?? '',
    ]),
  );
  const values = measurements.flatMap(({ content: shape, scale }) => {
    const measured = measure(shape, scale).map(({ value }) => `"${Number(value.toFixed(4))}"`);
    if (shape.kind === 'implant' && shape.system)
      measured.push(`"${implantSystemNames[shape.system]}, nominal size"`);
    const tooth = 'tooth' in shape && measured.length > 0 ? shape.tooth : undefined;
    return tooth === undefined
      ? measured
      : [...measured, `"${findToothCode(String(tooth)).meaning}"`];
  });
  const texts = [
    ...content.findings.map(({ text }) => text),
    content.technique,
    content.conclusion,
    content.recommendation,
    ...addenda.map(({ text }) => text),
    withdrawal?.reason ?? '',
    referral?.question ?? '',
  ];
  return [...found, ...values, ...texts.map(flatten)].filter(Boolean);
}

describe('a signed report as DICOM', () => {
  test('the same report has the same bytes and UIDs, an addendum another UID', () => {
    const report = generateReport(7);
    assert.deepEqual(structuredReport(report), structuredReport(generateReport(7)));
    const longer = {
      ...report,
      addenda: [
        {
          text: 'Later',
          author: report.signer,
          at: '2026-12-01T06:00:00.000Z',
          sha256: 'ff'.repeat(32),
        },
      ],
    };
    const uidOf = (bytes: Buffer) => /2\.25\.\d+/.exec(bytes.toString('latin1', 128, 600))?.[0];
    assert.notEqual(uidOf(structuredReport(longer)), uidOf(structuredReport(report)));
  });

  test('dsrdump shows every finding, measured value and text', {
    skip: missesPrograms('dsrdump'),
  }, () => {
    const files = writeAll('sr', (report) => [structuredReport(report)]);
    const dumped = run('dsrdump', ['+Pl'], files);
    const documents = dumped
      .split(/^Comprehensive 3D SR Document/m)
      .slice(1)
      .map(flatten);
    assert.equal(documents.length, COUNT);
    for (const [index, report] of reports.entries())
      for (const text of listExpected(report))
        assert.ok(
          documents[index]?.includes(text),
          `report ${index}: ${text}\n${documents[index]}`,
        );
  });

  test('dciodvfy finds no error', { skip: missesPrograms('dciodvfy') }, () => {
    const files = [
      ...writeAll('sr', (report) => [structuredReport(report)]),
      ...writeAll('ko', (report) => [keyObjectSelection(report)]),
      ...writeAll('pr', (report) =>
        report.keyImages.map((keyImage) => presentationState(report, keyImage)),
      ),
    ];
    assert.deepEqual(findErrors(files), []);
  });
});
