import { readFileSync } from 'node:fs';
import type { ServerProcess } from '@deqiq/testkit/server-process.ts';

/** Milliseconds that a start may take. */
export const SLOWEST_START = 10_000;

/** Milliseconds of a server's start, without the time spent waiting for a busy processor. */
export function startDuration({ child, startedIn: milliseconds }: ServerProcess): number {
  try {
    // Nanoseconds for which the main thread ran, and for which it waited to run (Linux).
    const [, waited = '0'] = readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ');
    return Math.max(0, milliseconds - Number(waited) / 1e6);
  } catch {
    return milliseconds;
  }
}
