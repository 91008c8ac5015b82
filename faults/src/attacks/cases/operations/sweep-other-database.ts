import { cp, mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkup, CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { Attack, AttackContext } from '../../attack.ts';
import { addCheckup, storedFiles } from '../../checkup-files.ts';
import type { Target } from '../../target.ts';

/** As many as an older garbage collector removed regardless of their share. */
const FILES = 20;
const LATER_FILES = 5;

/** Milliseconds: with the accelerated clock of clock/shifted-clock.ts enough for three sweeps. */
const SWEEPS = 1_300;

const DATABASE = /^deqiq\.sqlite/;

export const sweepOtherDatabase: Attack = {
  name: 'sweep-other-database',
  about:
    'The garbage collector meets two-day-old X-rays with an empty database, and with a database restored from before the newest of them. It must remove no X-ray. With the right database all of them must open again.',
  async run(context) {
    const findings = [...(await besideEmpty(context)), ...(await besideOlder(context))];
    return { figures: [{ what: 'X-rays swept', count: FILES + FILES + LATER_FILES }], findings };
  },
};

async function besideEmpty(context: AttackContext): Promise<string[]> {
  const dataDir = join(context.folder, 'empty');
  const first = await start(context, dataDir);
  await addCheckup(first, FILES);
  await first.end();
  await moveDatabase(dataDir, join(context.folder, 'aside'));
  await sweep(context, dataDir);
  const stored = await countStored(dataDir);
  await moveDatabase(dataDir, join(context.folder, 'empty-one'));
  await moveDatabase(join(context.folder, 'aside'), dataDir);
  return [...findingsOf('empty', stored, FILES), ...(await openAll(context, dataDir, FILES))];
}

async function besideOlder(context: AttackContext): Promise<string[]> {
  const dataDir = join(context.folder, 'older');
  const first = await start(context, dataDir);
  await addCheckup(first, FILES);
  await first.end();
  const older = join(context.folder, 'older-one');
  await mkdir(older);
  for (const name of await databaseIn(dataDir)) await cp(join(dataDir, name), join(older, name));
  const second = await start(context, dataDir);
  await addCheckup(second, LATER_FILES);
  await second.end();
  await moveDatabase(dataDir, join(context.folder, 'newest'));
  await moveDatabase(older, dataDir);
  await sweep(context, dataDir);
  const stored = await countStored(dataDir);
  await moveDatabase(dataDir, join(context.folder, 'older-swept'));
  await moveDatabase(join(context.folder, 'newest'), dataDir);
  const count = FILES + LATER_FILES;
  return [...findingsOf('older', stored, count), ...(await openAll(context, dataDir, count))];
}

/** Starts a server whose hour lasts a third of a second. */
async function start(context: AttackContext, dataDir: string): Promise<Target> {
  const clock = join(context.folder, 'clock');
  await writeFile(clock, '0');
  const env = {
    NODE_OPTIONS: `--import ${new URL('../../../clock/shifted-clock.ts', import.meta.url).href}`,
    CLOCK_FILE: clock,
  };
  return context.startTarget({ dataDir, env });
}

/** Runs a server on files that are two days old until the garbage collector has run. */
async function sweep(context: AttackContext, dataDir: string): Promise<void> {
  const old = Date.now() / 1_000 - 48 * 3_600;
  for (const name of await storedFiles(dataDir))
    await utimes(join(dataDir, 'objects/files', name), old, old);
  const target = await start(context, dataDir);
  await pause(SWEEPS);
  await target.end();
}

async function countStored(dataDir: string): Promise<number> {
  const lost = await readdir(join(dataDir, 'objects/lost/files')).catch(() => []);
  return (await storedFiles(dataDir)).length + lost.length;
}

const findingsOf = (database: string, storedCount: number, expected: number): string[] =>
  storedCount === expected
    ? []
    : [`with an ${database} database ${expected - storedCount} X-rays were destroyed`];

/** Opens every X-ray with the right database. */
async function openAll(context: AttackContext, dataDir: string, count: number): Promise<string[]> {
  const target = await start(context, dataDir);
  await pause(SWEEPS);
  const path = '/api/admin/checkups?limit=100';
  const { checkups } = await target.staff.call<CheckupList>('GET', path);
  let opened = 0;
  for (const { url } of checkups.flatMap((checkup: Checkup) => checkup.xrayFileLinks)) {
    const response = await fetch(`http://127.0.0.1:${target.port}${url}`);
    await response.arrayBuffer();
    if (response.status === 200) opened += 1;
  }
  await target.end();
  return opened === count ? [] : [`${count - opened} X-rays no longer open`];
}

const databaseIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => DATABASE.test(name));

async function moveDatabase(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await databaseIn(from)) await rename(join(from, name), join(to, name));
}
