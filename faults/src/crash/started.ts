import { readFileSync } from 'node:fs';
import type { ServerProcess } from '@deqiq/testkit/server-process.ts';

/** Milliseconds a start may take. */
export const SLOWEST_START = 10_000;

/** Milliseconds a server took to start, without those it stood in line for a processor others were using. */
export function startedIn({ child, startedIn: milliseconds }: ServerProcess): number {
  try {
    // Nanoseconds the main thread ran, and waited to run (Linux).
    const [, waited = '0'] = readFileSync(`/proc/${child.pid}/schedstat`, 'utf8').split(' ');
    return Math.max(0, milliseconds - Number(waited) / 1e6);
  } catch {
    return milliseconds;
  }
}
