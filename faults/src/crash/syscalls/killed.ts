import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@deqiq/testkit/random.ts';
import type { Call } from './log.ts';
import { type Operation, operations } from './operations.ts';
import { sampleEvenly } from './sample-evenly.ts';
import { callsOf, injure, threadsOf } from './strace.ts';
import { openStraceLab, type StraceLab } from './strace-lab.ts';
import { brokenOrder } from './write-order.ts';

/** Milliseconds after the answer in which a call that comes beside it is still waited for. */
const AFTERWARDS = 150;

/** Milliseconds a process that was killed may take to be gone, on a busy machine. */
const DYING = 5_000;

export interface Points {
  readonly title: string;
  /** Calls that touch the data folder; those that change something; those at which it was killed. */
  readonly calls: number;
  readonly changing: number;
  readonly killed: number;
  /** Chosen, and not reached: the operation took another way. */
  readonly missed: number;
}

interface Wish {
  readonly folder: string;
  readonly random: Random;
  /** How many calls of an operation are chosen, evenly; undefined: all there are. */
  readonly sample: number | undefined;
  log(progress: string): void;
}

/** Kills the server at calls of each operation, one after the other, and compares after each. */
export async function killAtCalls({ folder, random, sample, log }: Wish) {
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
  return { points, found: lab.found, slowestStart: Math.max(...lab.starts) };
}

async function killDuring(
  lab: StraceLab,
  operation: Operation,
  log: string,
  choose: (calls: readonly Call[]) => readonly Call[],
): Promise<Points> {
  await afresh(lab, operation.title);
  const work = await operation.prepare(lab.workload());
  const seen = await callsOf(lab.pid(), lab.dataDir, log, async () => {
    await work();
    await pause(AFTERWARDS);
  });
  for (const wrong of brokenOrder(seen.log, lab.dataDir))
    lab.found.broken.push(`${operation.title}: ${wrong}`);
  await afresh(lab, operation.title);
  const changing = seen.calls.filter((call) => call.changes);
  const chosen = choose(seen.calls);
  let killed = 0;
  for (const call of chosen) if (await killAt(lab, operation, call, log)) killed += 1;
  const counts = { calls: seen.calls.length, changing: changing.length };
  return { title: operation.title, ...counts, killed, missed: chosen.length - killed };
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
  const tracer = await injure(threadsOf(lab.pid())[call.thread], call, 'signal=KILL', log);
  // Cut off, as a rule; what was acknowledged before is in the notes.
  const isDone = await work().then(
    () => true,
    () => false,
  );
  const isKilled = await lab.isGone(isDone ? AFTERWARDS : DYING);
  await tracer.end();
  await afresh(lab, about);
  return isKilled;
}

/** Every operation is seen, and cut off, by a server that has just started and been looked over. */
async function afresh(lab: StraceLab, about: string): Promise<void> {
  await lab.restart();
  await lab.checkAll(about);
  await lab.tidy(about);
}
