import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { AttackResult } from './attack.ts';
import type { Assignment, Observation, Probe } from './bystander-thread.ts';
import { startTarget, type Target } from './target.ts';

/** What every other user may lose to an attack: milliseconds for an answer, bytes of the server's memory. */
const MAX_WAIT = 1_000;
const MAX_GROWTH = 300e6;

/** Bytes and number of decoder processes: 512 MiB each, and what one takes in the 20 ms until that is noticed. */
const MAX_CHILD = 512 * 1024 * 1024 + 64e6;
const MAX_CHILDREN = 2;

/** On a busy machine an answer may take this many times as long as from a server that nobody attacks. */
const MAX_SLOWDOWN = 3;

/** Milliseconds between two requests to the target, and to the server that nobody attacks. */
const INTERVAL = { target: 200, control: 400 };

/** Milliseconds for which the server is measured before the attack. */
const CALM = 2_000;

interface Longest {
  readonly waits: Map<string, number>;
  readonly failures: string[];
  memory: number;
  /** The largest child of the server, and most children at a time. */
  child: number;
  children: number;
  /** The memory when measuring began. */
  first: number;
}

/** The server that nobody attacks; the first case that needs it starts it, the campaign ends it. */
let control: Promise<Target> | undefined;

export async function endControl(): Promise<void> {
  const started = await control?.catch(() => undefined);
  control = undefined;
  await started?.end('SIGKILL');
}

/**
 * Measures /healthz, a list of staff and the sign-in of another partner every 200 ms, and the memory of the
 * server and its children, in a thread of their own: first before the attack, then beside it until `end`. The
 * same is measured of a server that nobody attacks, which shows what the machine itself takes.
 */
export async function watchBystanders(target: Target): Promise<{ end(): Promise<AttackResult> }> {
  const { checkout, folder, pid } = target;
  control ??= startTarget(checkout, join(folder, 'control'));
  const probes = [
    ...(await probesOf(target, INTERVAL.target)),
    ...(await probesOf(await control, INTERVAL.control)).map(ofControl),
  ];
  const worker = new Worker(new URL('./bystander-thread.ts', import.meta.url), {
    workerData: { pid, probes } satisfies Assignment,
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
      return resultOf(target, calm, during);
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

const NAMES = ['/healthz', 'a list', 'a sign-in'] as const;

const ofControl = (probe: Probe): Probe => ({ ...probe, name: controlOf(probe.name) });
const controlOf = (name: string) => `${name} elsewhere`;

async function probesOf(
  { newPartner, staff, port }: Target,
  interval: number,
): Promise<readonly Probe[]> {
  const { login } = await newPartner();
  const [healthz, list, signIn] = NAMES;
  const get = { method: 'GET', port, interval } as const;
  const post = { method: 'POST', port, interval } as const;
  const json = { 'content-type': 'application/json' };
  const signed = { authorization: `Bearer ${staff.token} type=access` };
  return [
    { ...get, name: healthz, path: '/healthz', headers: {} },
    { ...get, name: list, path: '/api/admin/checkups?limit=20', headers: signed },
    {
      ...post,
      name: signIn,
      path: '/api/partner/auth/login',
      headers: json,
      body: JSON.stringify(login),
    },
  ];
}

const noLongest = (): Longest => ({
  waits: new Map(),
  failures: [],
  memory: 0,
  child: 0,
  children: 0,
  first: 0,
});

function note(longest: Longest, observation: Observation): void {
  if ('memory' in observation) {
    longest.memory = Math.max(longest.memory, observation.memory);
    longest.first ||= observation.memory;
    longest.child = Math.max(longest.child, ...observation.children);
    longest.children = Math.max(longest.children, observation.children.length);
    return;
  }
  const { probe, wait, failure } = observation;
  longest.waits.set(probe, Math.max(wait, longest.waits.get(probe) ?? 0));
  if (failure !== undefined) longest.failures.push(`${probe}: ${failure}`);
}

function resultOf(target: Target, calm: Longest, during: Longest): AttackResult {
  const findings: string[] = [];
  if (!target.isAlive()) findings.push('the server has died');
  if (during.failures[0])
    findings.push(`${during.failures.length} failures, ${during.failures[0]}`);
  const waits = NAMES.flatMap((name) => {
    const [before, longest, elsewhere] = [
      calm.waits.get(name) ?? 0,
      during.waits.get(name) ?? 0,
      during.waits.get(controlOf(name)) ?? 0,
    ].map(Math.round) as [number, number, number];
    if (longest > Math.max(MAX_WAIT, MAX_SLOWDOWN * elsewhere))
      findings.push(`${name} took ${longest} ms, and ${elsewhere} ms on a server nobody attacks`);
    return [
      { what: `milliseconds ${name} took at most`, count: longest },
      { what: `milliseconds ${name} took at most on a server nobody attacks`, count: elsewhere },
      { what: `milliseconds ${name} took at most before`, count: before },
    ];
  });
  const growth = Math.max(0, during.memory - during.first);
  if (growth >= MAX_GROWTH) findings.push(`the memory grew by ${Math.round(growth / 1e6)} MB`);
  if (during.child >= MAX_CHILD) findings.push(`a child took ${Math.round(during.child / 1e6)} MB`);
  if (during.children > MAX_CHILDREN) findings.push(`there were ${during.children} children`);
  return {
    figures: [
      ...waits,
      { what: 'megabytes by which the memory grew', count: Math.round(growth / 1e6) },
      { what: 'megabytes the largest child took', count: Math.round(during.child / 1e6) },
    ],
    findings,
  };
}
