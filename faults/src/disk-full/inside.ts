/**
 * node inside.ts <volume> <levels>: the campaign runs it where the small volume is mounted. Prints the findings as
 * JSON.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as serverMessages from '@deqiq/messages/shared/server.js';
import { ApiClient, ApiError } from '@deqiq/testkit/api-client.ts';
import { randomFrom } from '@deqiq/testkit/random.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { compare } from '../crash/compare/compare.ts';
import { auditOnDisk } from '../crash/compare/on-disk-audit.ts';
import { sweepAll } from '../crash/compare/sweep.ts';
import { ExpectedState } from '../crash/expected/expected-state.ts';
import { twoPartners } from '../crash/people.ts';
import { finishUploads } from '../crash/work/uploads.ts';
import type { Workload } from '../crash/work/workload.ts';
import { type Action, actionsOf } from './actions.ts';
import { reading } from './reading.ts';
import { fillable } from './volume.ts';

const [volume = '', levels = '', seed = '1'] = process.argv.slice(2);
const dataDir = join(volume, 'data');
const room = fillable(volume);
const findings: string[] = [];
const counts = { tried: 0, refused: 0, done: 0, reads: 0 };

const server = await startServer({ dataDir, logLevel: 'silent' });
const staff = await new ApiClient(server.port).signIn();
const expected = new ExpectedState();
const people = await twoPartners(staff, expected);
const random = randomFrom(Number(seed));
const workload: Workload = { expected: expected, random, people, staff, isOver: () => false };
const actions = await actionsOf(workload);
const read = await reading(staff);

for (const level of levels.split(',').map(Number)) {
  for (const action of actions) {
    room.leave(level);
    await attempt(action, level);
  }
  room.leave(level);
  await readAll(`with ${level} bytes of space`);
  findings.push(...(await auditOnDisk({ dataDir }, new Map())));
  room.empty();
  await checkAll(`after ${level} bytes of space`);
}
for (const [name, run] of await actionsOf(workload))
  await run().catch((error: unknown) => findings.push(`${name}, with space again: ${error}`));
findings.push(...(await finishUploads(workload)));
findings.push(...(await sweepAll({ dataDir })).remaining);
await checkAll('with space again');
await server.end();
findings.push(...(await startAgain()));
console.log(JSON.stringify({ counts, findings }));

/** Without space a start must fail with one line that gives the reason. With space again it must work. */
async function startAgain(): Promise<string[]> {
  room.leave(0);
  const refused = await startServer({ dataDir, logLevel: 'silent' }).catch(String);
  const hasReason = typeof refused === 'string' && /no room on the disk/.test(refused);
  const wrong =
    hasReason && !/\n +at /.test(refused) ? [] : [`a start with the disk full: ${refused}`];
  room.empty();
  const next = await startServer({ dataDir, logLevel: 'silent' });
  await next.end();
  return wrong;
}

/** The action must succeed, or be refused with 507 and its message without changing anything. */
async function attempt([name, run]: Action, level: number): Promise<void> {
  const about = `${name}, ${level} bytes of space`;
  const before = readObjects();
  counts.tried += 1;
  try {
    await run();
    counts.done += 1;
  } catch (error) {
    counts.refused += 1;
    const hasMessage =
      error instanceof ApiError && error.message.includes(serverMessages.diskFull());
    if (!hasMessage || error.status !== 507) findings.push(`${about}: ${error}`);
    for (const states of [expected.checkups, expected.pictures, expected.points, expected.partners])
      for (const entry of states.values()) delete entry.inFlight;
    for (const entry of expected.shipments.values()) delete entry.inFlight;
    const after = readObjects();
    // A complete upload that was not merged waits for the next attempt.
    for (const [path, size] of after)
      if (before.get(path) !== size && before.get(`${path}.part`) !== size)
        findings.push(`${about}: ${path} is left with ${size} bytes`);
  }
}

/**
 * Every stored object with its size. Path maps may have recorded what was rolled back. Derived objects come and go with
 * jobs in the background: the campaign `processing` checks them.
 */
function readObjects(): Map<string, number> {
  const objects = join(dataDir, 'objects');
  const paths = readdirSync(objects, { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => !path.endsWith('.map') && !path.startsWith('derived'))
      .map((path) => [path, statSync(join(objects, path))] as const)
      .flatMap(([path, stat]) => (stat.isFile() ? [[path, stat.size] as const] : [])),
  );
}

async function readAll(about: string): Promise<void> {
  for (const [name, status] of await read()) {
    counts.reads += 1;
    if (status !== 200) findings.push(`${about}, ${name} returned ${status}`);
  }
}

async function checkAll(about: string): Promise<void> {
  const { lost, broken } = await compare(staff, expected, new Map());
  findings.push(...[...lost, ...broken].map((finding) => `${about}: ${finding}`));
}
