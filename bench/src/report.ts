import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { versions } from './machine/versions.ts';
import { holds, type Table } from './program.ts';
import { markdown } from './table.ts';

const REPORT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

/** Writes docs/performance.md from a whole run. */
export function writeReport(tables: readonly Table[]): void {
  const lines = tables.flatMap((table) => table.lines);
  const bars = lines.map(holds).filter((kept) => kept !== undefined);
  const missed = tables.flatMap((table) =>
    table.lines.filter((line) => holds(line) === false).map(({ what }) => [table.title, what]),
  );
  const text = [
    '# Performance',
    '',
    'Written by `npm run bench`; how it measures stands in `decisions/0013-measuring.md`, what was done about a bar and',
    'where the time goes in `decisions/0015-fast-paths.md`. Absolute figures belong to the machine; ratios come from',
    'rounds that took turns in one run.',
    '',
    `Machine: ${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform} ${release()} ${process.arch}.`,
    `Versions: ${versions()}.`,
    '',
    `${bars.length} bars, ${missed.length} missed${missed.length > 0 ? ':' : '.'}`,
    '',
    ...missed.map(([title, what]) => `- ${title}: ${what}`),
    ...(missed.length > 0 ? [''] : []),
    ...tables.map(markdown),
  ].join('\n');
  writeFileSync(REPORT, `${text.trimEnd()}\n`);
  console.log(`\nwrote ${REPORT}`);
}
