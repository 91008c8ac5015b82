import { HOUR, MINUTE } from '../time.ts';
import { RETENTION } from './garbage-collector.ts';
import type { Log } from './storage.ts';

/** Milliseconds between two sweeps. */
export const SWEEP_INTERVAL = HOUR;

/** Max milliseconds that the wall clock may gain on the monotonic clock between two sweeps. */
const MAX_CLOCK_JUMP = MINUTE;

/**
 * Returns whether ages of files are reliable. For a day after the wall clock was set forward they are not: an upload in
 * progress looks as old as an abandoned one.
 */
function areAgesReliable(now: () => number, uptime: () => number): () => boolean {
  let previous = now() - uptime();
  let trueFrom = Number.NEGATIVE_INFINITY;
  return () => {
    const difference = now() - uptime();
    if (difference - previous > MAX_CLOCK_JUMP) trueFrom = uptime() + RETENTION;
    previous = difference;
    return uptime() >= trueFrom;
  };
}

/** Clocks in milliseconds: the wall clock, and a monotonic one. */
interface Clocks {
  readonly now?: () => number;
  readonly uptime?: () => number;
}

/** Sweeps once per SWEEP_INTERVAL until it is stopped. Stopping waits for a running sweep. */
export function sweepRegularly(
  sweep: (log: Log) => Promise<number>,
  log: Log,
  { now = Date.now, uptime = () => performance.now() }: Clocks = {},
) {
  let running: Promise<unknown> | undefined;
  const isTime = areAgesReliable(now, uptime);
  const timer = setInterval(() => {
    if (!isTime()) return;
    running ??= sweep(log)
      .catch((error: unknown) => log.error({ err: error }, 'the sweep failed'))
      .finally(() => {
        running = undefined;
      });
  }, SWEEP_INTERVAL).unref();

  return async function stop(): Promise<void> {
    clearInterval(timer);
    await running;
  };
}
