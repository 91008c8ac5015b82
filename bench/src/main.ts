/** node bench/src/main.ts [--quick] [program …]: measures, prints, and after a whole run writes docs/performance.md. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crash } from './crash/crash.ts';
import { download } from './download/download.ts';
import { list } from './list/list.ts';
import { type Bench, full, holds, quick, type Table } from './program.ts';
import { databases } from './rows/places.ts';
import { search } from './search/search.ts';
import { printed } from './table.ts';
import { upload } from './upload/upload.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const folder = mkdtempSync(join(tmpdir(), 'deqiq-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const bench: Bench = {
  scale: values.quick ? quick : full,
  folder,
  say: (progress) => console.log(`  … ${progress}`),
};
const data = databases(bench);

const programs: Record<string, () => Promise<Table[]>> = {
  list: async () => [
    await list(bench, await data.sqlite()),
    await list(bench, await data.postgres()),
  ],
  search: async () => [
    ...(await search(bench, await data.sqlite())),
    ...(await search(bench, await data.postgres())),
  ],
  upload: async () => [await upload(bench)],
  download: async () => [await download(bench)],
  crash: async () => [await crash(bench)],
};

const wanted = positionals.length > 0 ? positionals : Object.keys(programs);
const tables: Table[] = [];
for (const name of wanted) {
  const began = performance.now();
  console.log(`\n── ${name}`);
  const made = (await programs[name]?.()) ?? [];
  tables.push(...made);
  for (const table of made) console.log(printed(table));
  console.log(`  ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}
await data.end();
const missed = tables.flatMap((table) => table.lines).filter((line) => holds(line) === false);
for (const { what } of missed) console.log(`missed: ${what}`);
