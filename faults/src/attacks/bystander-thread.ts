import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { childrenBytes, residentBytes } from './memory.ts';

/** A request that a bystander repeats. */
export interface Probe {
  readonly name: string;
  readonly port: number;
  /** Milliseconds between the starts of two requests. */
  readonly interval: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Assignment {
  readonly pid: number;
  readonly probes: readonly Probe[];
}

/** Sent for every finished request (`wait` in milliseconds) and every measurement of memory. */
export type Observation =
  | { readonly probe: string; readonly wait: number; readonly failure?: string }
  | { readonly memory: number; readonly children: readonly number[] };

/** Milliseconds between two memory measurements. */
const MEMORY_INTERVAL = 50;

/** Milliseconds after which a request counts as failed. */
const TIMEOUT = 60_000;

const { pid, probes } = workerData as Assignment;
let isOver = false;
const report = (observation: Observation) => parentPort?.postMessage(observation);

async function repeat(probe: Probe): Promise<void> {
  while (!isOver) {
    const began = performance.now();
    const failure = await send(probe);
    const wait = performance.now() - began;
    report({ probe: probe.name, wait, ...(failure !== undefined && { failure }) });
    await pause(Math.max(0, probe.interval - wait));
  }
}

async function send({ port, method, path, headers, body }: Probe): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const text = await answer.text();
    return answer.ok ? undefined : `${answer.status} ${text.slice(0, 200)}`;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return `${message} ${cause?.code ?? ''}`;
  }
}

const memory = setInterval(
  () => report({ memory: residentBytes(pid), children: childrenBytes(pid) }),
  MEMORY_INTERVAL,
);
parentPort?.once('message', () => {
  isOver = true;
});
await Promise.all(probes.map(repeat));
clearInterval(memory);
parentPort?.close();
