import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@deqiq/testkit/random.ts';
import type { Call } from './log.ts';
import { type Operation, operations } from './operations.ts';
import { sampleEvenly } from './sample-evenly.ts';
import { callsOf, injectFault, threadsOf } from './strace.ts';
import { openStraceLab, type StraceLab } from './strace-lab.ts';
import { findOrderViolations } from './write-order.ts';

/** Milliseconds after the response in which concurrent calls are still awaited. */
const AFTERWARDS = 150;

/** Milliseconds that a killed process may take to exit on a busy machine. */
const DYING = 5_000;

export interface Points {
  readonly title: string;
  /** Calls on the data folder; those that change it; those before which the server was killed. */
  readonly calls: number;
  readonly changing: number;
  readonly killed: number;
  /** Selected but not reached, because the operation took another path. */
  readonly missed: number;
}

interface KillOptions {
  readonly folder: string;
  readonly random: Random;
  /** Number of calls per operation to kill at, evenly spread; undefined: all. */
  readonly sample: number | undefined;
  log(progress: string): void;
}

/** Kills the server before calls of each operation, one after the other, and compares after each. */
export async function killAtCalls({ folder, random, sample, log }: KillOptions) {
  const points: Points[] = [];
  const straceLog = join(folder, 'strace.log');
  const choose = (calls: readonly Call[]) =>
    sample === undefined
      ? calls
      : sampleEvenly(
          calls.filter((call) => call.changes),
          sample,
          random,
        );
  const lab = await openStraceLab(folder, 'calls', random);
  try {
    for (const operation of operations()) {
      points.push(await killDuring(lab, operation, straceLog, choose));
      log(`${operation.title}: killed at ${points.at(-1)?.killed} calls`);
    }
  } finally {
    await lab.end();
  }
  return { points, found: lab.findings, slowestStart: Math.max(...lab.starts) };
}

async function killDuring(
  lab: StraceLab,
  operation: Operation,
  log: string,
  choose: (calls: readonly Call[]) => readonly Call[],
): Promise<Points> {
  await restartAndCompare(lab, operation.title);
  const work = await operation.prepare(lab.workload());
  await lab.waitForSeals();
  const recorded = await callsOf(lab.pid(), lab.dataDir, log, async () => {
    await work();
    await pause(AFTERWARDS);
  });
  for (const wrong of findOrderViolations(recorded.log, lab.dataDir))
    lab.findings.broken.push(`${operation.title}: ${wrong}`);
  await restartAndCompare(lab, operation.title);
  const changing = recorded.calls.filter((call) => call.changes);
  const selected = choose(recorded.calls);
  let killed = 0;
  for (const call of selected) if (await killAt(lab, operation, call, log)) killed += 1;
  const counts = { calls: recorded.calls.length, changing: changing.length };
  return { title: operation.title, ...counts, killed, missed: selected.length - killed };
}

/** Whether the process died at this call. */
async function killAt(
  lab: StraceLab,
  operation: Operation,
  call: Call,
  log: string,
): Promise<boolean> {
  const about = `${operation.title}, killed before ${call.thread} ${call.name} ${call.nth} of ${call.where}`;
  const work = await operation.prepare(lab.workload());
  const tracer = await injectFault(threadsOf(lab.pid())[call.thread], call, 'signal=KILL', log);
  // Usually interrupted; everything acknowledged before is in the expected state.
  const isDone = await work().then(
    () => true,
    () => false,
  );
  const isKilled = await lab.waitForExit(isDone ? AFTERWARDS : DYING);
  await tracer.end();
  await restartAndCompare(lab, about);
  return isKilled;
}

/** Starts the server anew and compares before each operation is observed or interrupted. */
async function restartAndCompare(lab: StraceLab, about: string): Promise<void> {
  await lab.restart();
  await lab.checkAll(about);
  await lab.cleanUp(about);
}
