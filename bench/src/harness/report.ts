import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findSections } from '@deqiq/testkit/documents/report-sections.ts';
import type { Table } from './program.ts';
import { barsIn, formatMarkdown } from './table.ts';
import { versions } from './versions.ts';

const REPORT = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));

/** Writes docs/performance.md from a full run. */
export function writeReport(tables: readonly Table[]): void {
  write(new Map(tables.map((table) => [table.title, formatMarkdown(table)])));
}

/** Replaces these tables in docs/performance.md; the others must be from the same machine and versions. */
export function updateReport(tables: readonly Table[]): void {
  const report = readFileSync(REPORT, 'utf8');
  if (!report.includes(machine()))
    throw new Error(
      'docs/performance.md is of another machine or other versions: run all programs',
    );
  const sections = findSections(report);
  for (const table of tables) sections.set(table.title, formatMarkdown(table));
  write(sections);
}

const machine = () =>
  [
    `Machine: ${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform} ${release()} ${process.arch}.`,
    `Versions: ${versions()}.`,
  ].join('\n');

function write(sections: ReadonlyMap<string, string>): void {
  const bars = [...sections].flatMap(([title, text]) =>
    barsIn(text).map((bar) => ({ title, ...bar })),
  );
  const missed = bars.filter((bar) => !bar.isMet);
  const text = [
    '# Performance',
    '',
    'Written by `npm run bench`; `decisions/tests.md` describes the method;',
    'the optimisations are in the pages of their subjects. Absolute figures depend on the machine; ratios come from',
    'interleaved rounds of one run.',
    '',
    machine(),
    '',
    `${bars.length} bars, ${missed.length} missed${missed.length > 0 ? ':' : '.'}`,
    '',
    ...missed.map(({ title, what }) => `- ${title}: ${what}`),
    ...(missed.length > 0 ? [''] : []),
    ...sections.values(),
  ].join('\n');
  writeFileSync(REPORT, `${text.trimEnd()}\n`);
  console.log(`\nwrote ${REPORT}`);
}
