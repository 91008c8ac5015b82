import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findSections } from '@deqiq/testkit/documents/report-sections.ts';
import type { Table } from './program.ts';
import { barsIn, formatMarkdown } from './table.ts';
import { versions } from './versions.ts';

const REPORT = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));

/** Writes docs/performance.md: only these tables, or with `keepsOthers` beside those of other runs. */
export function writeReport(tables: readonly Table[], { keepsOthers }: { keepsOthers: boolean }) {
  const sections = keepsOthers
    ? findSections(readFileSync(REPORT, 'utf8'))
    : new Map<string, string>();
  const machine = describeMachine();
  for (const table of tables) sections.set(table.title, `${formatMarkdown(table)}\n${machine}\n`);
  write(sections);
}

const describeMachine = (): string =>
  [
    `Measured on ${new Date().toISOString().slice(0, 10)}:`,
    `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB,`,
    `${process.platform} ${release()} ${process.arch}; ${versions()}.`,
  ].join(' ');

function write(sections: ReadonlyMap<string, string>): void {
  const bars = [...sections].flatMap(([title, text]) =>
    barsIn(text).map((bar) => ({ title, ...bar })),
  );
  const missed = bars.filter((bar) => !bar.isMet);
  const text = [
    '# Performance',
    '',
    'Written by `npm run bench`; `decisions/tests.md` describes the method;',
    'the optimisations are in the pages of their subjects. Absolute figures depend on the machine, which each',
    'table names; ratios come from interleaved rounds of one run.',
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
