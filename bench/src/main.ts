/**
 * node bench/src/main.ts [--quick] [--report] [program …]: measures and prints. A full run (every program at full
 * scale) also writes docs/performance.md; with --report any run updates its own tables there.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bench, full, meetsBar, quick, type Table } from './harness/program.ts';
import { writeReport } from './harness/report.ts';
import { formatTable } from './harness/table.ts';
import { programs } from './programs.ts';
import { databases } from './rows/databases.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'deqiq-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));

const bench: Bench = {
  scale: values.quick ? quick : full,
  folder,
  log: (progress) => console.log(`  … ${progress}`),
};
const data = databases(bench);
const all = programs(bench, data);
const wanted = positionals.length > 0 ? positionals : Object.keys(all);
const tables: Table[] = [];
const failed: string[] = [];
const began = performance.now();

for (const name of wanted) {
  const program = all[name];
  if (!program)
    throw new Error(`${name}: no such program; the programs are ${Object.keys(all).join(', ')}`);
  console.log(`\n── ${name} (${elapsed()})`);
  try {
    for (const table of await program()) {
      tables.push(table);
      console.log(formatTable(table));
    }
  } catch (error) {
    failed.push(name);
    console.error(error);
  }
}
await data.end();

const isWhole = positionals.length === 0 && !values.quick && failed.length === 0;
if (isWhole || values.report) writeReport(tables, { keepsOthers: !isWhole });
for (const { title, lines } of tables)
  for (const line of lines)
    if (meetsBar(line) === false) console.log(`missed: ${title}, ${line.what}`);
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${tables.length} tables in ${elapsed()}`);
process.exit(failed.length > 0 ? 1 : 0);

function elapsed(): string {
  return `${((performance.now() - began) / 1_000).toFixed(0)} s`;
}
