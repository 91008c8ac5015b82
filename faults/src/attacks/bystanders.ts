import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { AttackResult } from './attack.ts';
import type { Assignment, Observation, Probe } from './bystander-thread.ts';
import type { Target } from './target.ts';

/** What every other user may lose to an attack: milliseconds for an answer, bytes of the server's memory. */
const MAX_WAIT = 1_000;
const MAX_GROWTH = 300e6;

/** On a machine that is slow without an attack, an answer may take this many times as long as before. */
const MAX_SLOWDOWN = 4;

/** Milliseconds for which the server is measured before the attack. */
const CALM = 2_000;

interface Longest {
  readonly waits: Map<string, number>;
  readonly failures: string[];
  memory: number;
  /** The memory when measuring began. */
  first: number;
}

/**
 * Measures /healthz, a list of staff and the sign-in of another partner every 200 ms, and the memory of the
 * server and its children, in a thread of their own: first before the attack, then beside it until `end`.
 */
export async function watchBystanders(target: Target): Promise<{ end(): Promise<AttackResult> }> {
  const { login } = await target.newPartner();
  const json = { 'content-type': 'application/json' };
  const signed = { authorization: `Bearer ${target.staff.token} type=access` };
  const probes: readonly Probe[] = [
    { name: '/healthz', method: 'GET', path: '/healthz', headers: {} },
    { name: 'a list', method: 'GET', path: '/api/admin/checkups?limit=20', headers: signed },
    {
      name: 'a sign-in',
      method: 'POST',
      path: '/api/partner/auth/login',
      headers: json,
      body: JSON.stringify(login),
    },
  ];
  const assignment: Assignment = { port: target.port, pid: target.pid, probes };
  const worker = new Worker(new URL('./bystander-thread.ts', import.meta.url), {
    workerData: assignment,
  });
  const calm = noLongest();
  const during = noLongest();
  let current = calm;
  worker.on('message', (observation: Observation) => note(current, observation));
  await pause(CALM);
  current = during;

  return {
    /** Waits for the answers that are still missing; they belong to the attack. */
    async end() {
      const over = once(worker, 'exit');
      worker.postMessage('end');
      await over;
      return resultOf(target, calm, during, probes);
    },
  };
}

/** Runs an attack beside bystanders; what they measured is added to its result. */
export async function besideBystanders(
  target: Target,
  attack: () => Promise<AttackResult>,
): Promise<AttackResult> {
  const watch = await watchBystanders(target);
  const [attacked] = await Promise.allSettled([attack()]);
  const seen = await watch.end();
  if (attacked.status === 'rejected') throw attacked.reason;
  const { figures, findings, skipped = [] } = attacked.value;
  return {
    figures: [...figures, ...seen.figures],
    findings: [...findings, ...seen.findings],
    skipped,
  };
}

const noLongest = (): Longest => ({ waits: new Map(), failures: [], memory: 0, first: 0 });

function note(longest: Longest, observation: Observation): void {
  if ('memory' in observation) {
    longest.memory = Math.max(longest.memory, observation.memory);
    longest.first ||= observation.memory;
    return;
  }
  const { probe, wait, failure } = observation;
  longest.waits.set(probe, Math.max(wait, longest.waits.get(probe) ?? 0));
  if (failure !== undefined) longest.failures.push(`${probe}: ${failure}`);
}

function resultOf(
  target: Target,
  calm: Longest,
  during: Longest,
  probes: readonly Probe[],
): AttackResult {
  const findings: string[] = [];
  if (!target.isAlive()) findings.push('the server has died');
  if (during.failures[0])
    findings.push(`${during.failures.length} failures, ${during.failures[0]}`);
  const waits = probes.flatMap(({ name }) => {
    const [before, longest] = [calm.waits.get(name) ?? 0, during.waits.get(name) ?? 0];
    const limit = Math.max(MAX_WAIT, MAX_SLOWDOWN * before);
    if (longest > limit) findings.push(`${name} took ${Math.round(longest)} ms`);
    return [
      { what: `milliseconds ${name} took at most`, count: Math.round(longest) },
      { what: `milliseconds ${name} took at most before`, count: Math.round(before) },
    ];
  });
  const growth = Math.max(0, during.memory - during.first);
  if (growth >= MAX_GROWTH) findings.push(`the memory grew by ${Math.round(growth / 1e6)} MB`);
  return {
    figures: [
      ...waits,
      { what: 'megabytes by which the memory grew', count: Math.round(growth / 1e6) },
    ],
    findings,
  };
}
