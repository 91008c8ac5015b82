import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as serverMessages from '@deqiq/messages/shared/server.js';
import { ApiError } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { objectsIn } from '../compare/on-disk-audit.ts';
import type { ExpectedState } from '../expected/expected-state.ts';
import type { Call } from './log.ts';
import { type Operation, operations } from './operations.ts';
import { sampleEvenly } from './sample-evenly.ts';
import { callsOf, type Fate, injectFault, threadsOf } from './strace.ts';
import { openStraceLab, type StraceLab } from './strace-lab.ts';

/** Calls that need space on the volume. */
const NEEDS_ROOM = /^(open|openat|creat|p?write(64|v)?|fsync|fdatasync|rename(at2?)?|mkdir(at)?)$/;

/** Milliseconds within which every failed request must be answered. */
const PATIENCE = 10_000;

interface FailOptions {
  readonly folder: string;
  readonly random: Random;
  /** Number of calls per operation to fail, evenly spread; undefined: all that change the disk. */
  readonly sample: number | undefined;
}

/** Makes calls fail, one after the other, in a running server, and compares after each. */
export async function failAtCalls({ folder, random, sample }: FailOptions) {
  const lab = await openStraceLab(folder, 'failing', random);
  const log = join(folder, 'failing.log');
  const counts = { io: 0, full: 0, refused: 0 };
  try {
    for (const operation of operations()) {
      const changing = await changingCalls(lab, operation, log);
      for (const call of sample === undefined ? changing : sampleEvenly(changing, sample, random)) {
        if (await failAt(lab, operation, call, 'error=EIO', log)) counts.refused += 1;
        counts.io += 1;
        if (!NEEDS_ROOM.test(call.name)) continue;
        if (await failAt(lab, operation, call, 'error=ENOSPC', log)) counts.refused += 1;
        counts.full += 1;
      }
      await lab.cleanUp(operation.title);
      await lab.checkAll(operation.title);
    }
  } finally {
    await lab.end();
  }
  return { ...counts, found: lab.findings };
}

/** Calls of a server that has done the same operation before. */
async function changingCalls(lab: StraceLab, operation: Operation, log: string): Promise<Call[]> {
  await (await operation.prepare(lab.workload()))();
  const work = await operation.prepare(lab.workload());
  await lab.waitForSeals();
  const { calls } = await callsOf(lab.pid(), lab.dataDir, log, async () => {
    await work();
    await pause(100);
  });
  return calls.filter((call) => call.changes);
}

/** Whether the operation was refused. It must never be half done, and must work the next time. */
async function failAt(
  lab: StraceLab,
  operation: Operation,
  call: Call,
  fate: Fate,
  log: string,
): Promise<boolean> {
  const about = `${operation.title}, ${fate} for ${call.thread} ${call.name} ${call.nth} of ${call.where}`;
  const work = await operation.prepare(lab.workload());
  const before = await picturesIn(lab);
  const tracer = await injectFault(threadsOf(lab.pid())[call.thread], call, fate, log);
  const outcome = await Promise.race([captureError(work()), pause(PATIENCE, 'no answer')]);
  await tracer.end();
  if (outcome instanceof ApiError) {
    for (const wrong of checkRefusal(outcome, fate, call))
      lab.findings.broken.push(`${about}: ${wrong}`);
    revertInFlight(lab.workload().expected);
    if (fate === 'error=ENOSPC')
      for (const name of (await picturesIn(lab)).difference(before))
        lab.findings.broken.push(`${about}: ${name} is left incomplete`);
  } else if (outcome !== undefined) lab.findings.broken.push(`${about}: ${String(outcome)}`);
  if (call.name === 'fdatasync') resendUploads(lab.workload().expected);
  await lab.checkAll(about);
  const again = await operation.prepare(lab.workload());
  await again().catch((error: unknown) => {
    lab.findings.broken.push(`${about}: the next one failed too, ${String(error)}`);
  });
  return outcome instanceof ApiError;
}

/** Pictures that a form stores before its rows. */
const picturesIn = async ({ dataDir }: StraceLab) => new Set(await objectsIn(dataDir, 'pictures'));

const captureError = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Data that the disk has lost despite a sync may be sent again; the server requests it. */
function resendUploads({ uploads }: ExpectedState): void {
  for (const upload of uploads) {
    upload.acknowledged.clear();
    delete upload.merge;
  }
}

/** A full disk is reported as such, and no response reveals internals. */
function checkRefusal({ status, body }: ApiError, fate: Fate, { thread, name }: Call): string[] {
  const wrong: string[] = [];
  // SQLite does not report why a sync failed.
  const hasNoReason = thread === 'main' && name === 'fsync';
  if (fate === 'error=ENOSPC' && status !== 507 && !hasNoReason)
    wrong.push(`answered ${status} instead of 507`);
  if (status === 507 && !body.includes(serverMessages.diskFull())) wrong.push(body);
  if (status !== 507 && status !== 500 && status !== 503) wrong.push(`answered ${status} ${body}`);
  if (/EIO|ENOSPC|SQLITE|I\/O|objects\//i.test(body)) wrong.push(`reveals too much: ${body}`);
  return wrong;
}

/** A refused operation must have changed nothing. */
function revertInFlight({ checkups, pictures, points, partners, shipments }: ExpectedState): void {
  for (const states of [checkups, pictures, points, partners, shipments])
    for (const entry of states.values()) delete entry.inFlight;
}
