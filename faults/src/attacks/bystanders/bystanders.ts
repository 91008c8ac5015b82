import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { bearer } from '@deqiq/testkit/api-client.ts';
import type { AttackResult } from '../attack.ts';
import { processorTimes } from '../memory.ts';
import { startTarget, type Target } from '../target.ts';
import type { Assignment, Observation, Probe } from './bystander-thread.ts';

/**
 * Limits for what an attack may cost other users: milliseconds by which they wait longer than before it and than at the
 * control server at the same time, on a machine without other programs, and bytes of the server's memory.
 */
const MAX_DELAY = 1_000;
const MAX_GROWTH = 300e6;

/**
 * Limits of the decoder processes: 512 MiB each plus what one allocates in the 20 ms until that is noticed, and their
 * number: two decode for requests, four derive in the background.
 */
const MAX_CHILD = 512 * 1024 * 1024 + 64e6;
const MAX_CHILDREN = 6;

/** Milliseconds between the starts of two requests, and of two X-rays or previews; the same for the control server. */
const INTERVAL = { request: 250, image: 750 };

/** Milliseconds of measurement before the attack, at least until everything has been done once. */
const CALM = 1_000;
const POLL = 50;

interface Longest {
  readonly waits: Map<string, number>;
  readonly failures: string[];
  memory: number;
  /** Bytes of the largest child process of the server. */
  child: number;
  children: number;
  /** Bytes of memory when the measurement began. */
  first: number;
}

/** The control server, which no attack reaches. The first case that needs it starts it; the campaign ends it. */
let control: Promise<Target> | undefined;

export async function endControl(): Promise<void> {
  const started = await control?.catch(() => undefined);
  control = undefined;
  await started?.end('SIGKILL');
}

/**
 * Measures what other people do, and the memory of the server and its children, in a separate thread: first before the
 * attack, then during it until `end`. A control server, which no attack reaches, is measured in the same way at the same
 * time and shows the speed of the machine itself.
 */
export async function watchBystanders(target: Target): Promise<{ end(): Promise<AttackResult> }> {
  const { checkout, folder, pid } = target;
  control ??= startTarget(checkout, join(folder, '../control'));
  const { staff } = await control;
  // Its token ends after ten minutes.
  await staff.signIn();
  const probes = [
    ...(await probesOf(target)),
    ...(await probesOf(await control)).map((probe) => ({ ...probe, name: controlOf(probe.name) })),
  ];
  const worker = new Worker(new URL('./bystander-thread.ts', import.meta.url), {
    workerData: { pid, probes } satisfies Assignment,
  });
  const calm = noLongest();
  const during = noLongest();
  let current = calm;
  worker.on('message', (observation: Observation) => note(current, observation));
  await pause(CALM);
  while (calm.waits.size < probes.length) await pause(POLL);
  current = during;
  const elsewhere = (await control).pid;
  const before = processorTimes(elsewhere);

  return {
    /** Waits for the pending answers; they count as part of the attack. */
    async end() {
      const over = once(worker, 'exit');
      worker.postMessage('end');
      await over;
      const { ran, waited } = processorTimes(elsewhere);
      const stretch = 1 + (waited - before.waited) / Math.max(1, ran - before.ran);
      return resultOf(target, { calm, during, stretch });
    },
  };
}

/** Runs an attack while bystanders send requests, and adds their measurements to its result. */
export async function besideBystanders(
  target: Target,
  attack: () => Promise<AttackResult>,
): Promise<AttackResult> {
  const watch = await watchBystanders(target);
  const [attacked] = await Promise.allSettled([attack()]);
  const measured = await watch.end();
  if (attacked.status === 'rejected') throw attacked.reason;
  const { figures, findings, skipped = [] } = attacked.value;
  return {
    figures: [...figures, ...measured.figures],
    findings: [...findings, ...measured.findings],
    skipped,
  };
}

const NAMES = ['/healthz', 'a list', 'a sign-in', 'a C-STORE', 'a preview'] as const;

const controlOf = (name: string) => `${name} elsewhere`;

/** Requests, the X-ray of a machine and the preview of another partner's patient. */
async function probesOf(target: Target): Promise<readonly Probe[]> {
  const { staff, port } = target;
  const { id, login, client } = await target.newPartner();
  const intake = await target.intake();
  const [healthz, list, signIn, store, preview] = NAMES;
  const request = { port, interval: INTERVAL.request } as const;
  const image = { port, interval: INTERVAL.image } as const;
  const json = { 'content-type': 'application/json' };
  const signed = { authorization: bearer(staff.token) };
  const body = JSON.stringify(login);
  const tokens = { staffToken: staff.token, partnerToken: client.token };
  return [
    { ...request, name: healthz, act: { method: 'GET', path: '/healthz', headers: {} } },
    {
      ...request,
      name: list,
      act: { method: 'GET', path: '/api/admin/checkups?limit=20', headers: signed },
    },
    {
      ...request,
      name: signIn,
      act: { method: 'POST', path: '/api/partner/auth/login', headers: json, body },
    },
    { ...image, name: store, port: intake.port, act: { waiting: intake.waiting } },
    { ...image, name: preview, act: { partner: id, ...tokens } },
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

interface Measured {
  readonly calm: Longest;
  readonly during: Longest;
  /** How many times longer the control server takes for its work because other programs want a processor. */
  readonly stretch: number;
}

function resultOf(target: Target, { calm, during, stretch }: Measured): AttackResult {
  const findings: string[] = [];
  if (!target.isAlive()) findings.push('the server process ended');
  if (during.failures[0])
    findings.push(`${during.failures.length} failures, ${during.failures[0]}`);
  const waits = NAMES.flatMap((name) => {
    const [before, longest, elsewhere] = [
      calm.waits.get(name) ?? 0,
      during.waits.get(name) ?? 0,
      during.waits.get(controlOf(name)) ?? 0,
    ].map(Math.round) as [number, number, number];
    // Before the attack, as perhaps during it, a decoder process had to start for the preview.
    const quiet = Math.max(before, elsewhere);
    if (longest > quiet + MAX_DELAY * stretch)
      findings.push(`${name} took ${longest} ms, and ${quiet} ms without an attack`);
    return [
      { what: `slowest ${name} during the attack, ms`, count: longest },
      { what: `slowest ${name} on the control server, ms`, count: elsewhere },
      { what: `slowest ${name} before the attack, ms`, count: before },
    ];
  });
  const growth = Math.max(0, during.memory - during.first);
  if (growth >= MAX_GROWTH)
    findings.push(`the memory of the server grew by ${Math.round(growth / 1e6)} MB`);
  if (during.child >= MAX_CHILD)
    findings.push(`a decoder process took ${Math.round(during.child / 1e6)} MB`);
  if (during.children > MAX_CHILDREN)
    findings.push(`there were ${during.children} decoder processes`);
  return {
    figures: [
      ...waits,
      { what: 'delay that counts as one second here, ms', count: Math.round(MAX_DELAY * stretch) },
      { what: 'growth of server memory, MB', count: Math.round(growth / 1e6) },
      { what: 'memory of the largest decoder process, MB', count: Math.round(during.child / 1e6) },
    ],
    findings,
  };
}
