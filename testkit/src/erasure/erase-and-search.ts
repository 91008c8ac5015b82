import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldText } from '@deqiq/contract/shared/text.ts';
import { runProgram } from '../process/operator-command.ts';
import type { World } from '../world.ts';

const PROGRAM = new URL('../../../server/src/commands/erase-command.ts', import.meta.url);

/** Runs the command beside the running server of the test. */
export async function erase({ dataDir, url }: World, words: string[], input?: string) {
  const { status, text } = await runProgram(PROGRAM, { dataDir, url, input }, words);
  return { status, output: text };
}

/** Everything the data folder holds, the database's files and their logs included. */
export async function readDataFolder({ dataDir }: World): Promise<Buffer> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name)))),
  );
}

/** Every text of every row, whatever the database. */
export async function readAllTexts({ db }: World): Promise<string> {
  const tables = await db.introspection.getTables();
  const own = tables.filter(({ name }) => !/_search/.test(name));
  const rows = await Promise.all(
    own.map(({ name }) =>
      db
        .selectFrom(name as 'partners')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

const spellings = (texts: readonly string[]) =>
  [...new Set(texts.flatMap((text) => [text, foldText(text)]))].map((text) => Buffer.from(text));

/** Neither a byte of the data folder nor a row contains these texts. */
export async function assertNowhere(world: World, texts: readonly string[]) {
  const all = [await readDataFolder(world), Buffer.from(await readAllTexts(world))];
  for (const text of spellings(texts))
    for (const bytes of all) assert.equal(bytes.indexOf(text), -1, `${text} is still there`);
}

/** The texts are there before the erasure, so that their absence afterwards counts. */
export async function assertSomewhere(world: World, texts: readonly string[]) {
  const all = Buffer.concat([await readDataFolder(world), Buffer.from(await readAllTexts(world))]);
  for (const text of spellings(texts)) assert.ok(all.includes(text), `${text} never was there`);
}
