import { setTimeout as pause } from 'node:timers/promises';
import type { AttackResult } from '../attack.ts';
import type { Target } from '../target.ts';
import { besideBystanders } from './bystanders.ts';

/** Something that another sender repeats: a machine's X-ray, another partner's message. */
export interface Neighbour {
  readonly name: string;
  /** Throws where it fails. */
  readonly act: () => Promise<void>;
}

/** Milliseconds by which an attack may delay a neighbour. */
const MAX_DELAY = 1_000;

/** Milliseconds after which a neighbour counts as shut out. */
const PATIENCE = 20_000;

const INTERVAL = 500;
const QUIET_ROUNDS = 5;

interface Measured {
  slowest: number;
  readonly failures: string[];
}

/**
 * Runs an attack beside the bystanders and these neighbours. Each neighbour is compared with itself before the attack. `start`
 * returns what ends the attack; it lasts for `duration` milliseconds.
 */
export async function besideNeighbours(
  target: Target,
  neighbours: readonly Neighbour[],
  { duration, start }: { duration: number; start: () => Promise<() => Promise<void> | void> },
): Promise<AttackResult> {
  const quiet = await Promise.all(neighbours.map((neighbour) => repeat(neighbour, untilRounds())));
  return besideBystanders(target, async () => {
    const end = await start();
    const until = performance.now() + duration;
    const [during] = await Promise.all([
      Promise.all(
        neighbours.map((neighbour) => repeat(neighbour, () => performance.now() >= until)),
      ),
      pause(duration),
    ]);
    await end();
    return toResult(neighbours, quiet, during);
  });
}

function untilRounds(): () => boolean {
  let rounds = 0;
  return () => {
    rounds += 1;
    return rounds > QUIET_ROUNDS;
  };
}

async function repeat({ act }: Neighbour, isOver: () => boolean): Promise<Measured> {
  const measured: Measured = { slowest: 0, failures: [] };
  while (!isOver()) {
    const began = performance.now();
    const outcome = await Promise.race([
      act().catch((error: unknown) => String(error)),
      pause(PATIENCE, `no answer within ${PATIENCE} ms`, { ref: false }),
    ]);
    measured.slowest = Math.max(measured.slowest, performance.now() - began);
    if (outcome !== undefined) measured.failures.push(outcome);
    await pause(INTERVAL);
  }
  return measured;
}

function toResult(
  neighbours: readonly Neighbour[],
  quiet: readonly Measured[],
  during: readonly Measured[],
): AttackResult {
  const findings: string[] = [];
  const figures = neighbours.flatMap(({ name }, index) => {
    const before = Math.round(quiet[index]?.slowest ?? 0);
    const slowest = Math.round(during[index]?.slowest ?? 0);
    const failures = during[index]?.failures ?? [];
    if (failures[0]) findings.push(`${name}: ${failures.length} failures, ${failures[0]}`);
    if (slowest > before + MAX_DELAY)
      findings.push(`${name} took ${slowest} ms, and ${before} ms before the attack`);
    return [
      { what: `slowest ${name} during the attack, ms`, count: slowest },
      { what: `slowest ${name} before the attack, ms`, count: before },
    ];
  });
  return { figures, findings };
}
