import { Worker } from 'node:worker_threads';
import { MAX_MEMORY } from '../limits.ts';

/** Last line on standard error when the watchdog ends the process for its memory use. */
export const MEMORY_EXCEEDED = 'decoder: memory limit exceeded';

/** Milliseconds between memory checks while a job runs. A decoder allocates at most 4 MB in that time. */
const INTERVAL = 20;

/** Milliseconds between checks of an idle process that its parent is alive. */
const IDLE_INTERVAL = 1_000;

/** Milliseconds beyond its timeout after which a job ends its process although the server has not. */
const GRACE = 5_000;

/**
 * Starts a separate thread, because a decoder may never return to the event loop. It ends the process if that uses too
 * much memory (V8's limits do not count native memory), if the server has died, or if a job exceeds its time. Works
 * on every system that Node supports.
 */
export function startWatchdog() {
  /** Milliseconds that the running job may take; 0 while there is none. */
  const limit = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(SOURCE, {
    eval: true,
    workerData: {
      limit,
      parent: process.ppid,
      maxMemory: MAX_MEMORY,
      interval: INTERVAL,
      idleInterval: IDLE_INTERVAL,
      message: `${MEMORY_EXCEEDED}\n`,
    },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  worker.unref();
  const set = (milliseconds: number) => {
    Atomics.store(limit, 0, milliseconds);
    Atomics.notify(limit, 0);
  };
  return { begin: (timeout: number) => set(timeout + GRACE), end: () => set(0) };
}

// JavaScript as text: a worker that loads TypeScript takes 15 ms longer to start.
const SOURCE = `
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const { limit, parent, maxMemory, interval, idleInterval, message } = workerData;
const never = new Int32Array(new SharedArrayBuffer(4));
const end = () => process.kill(process.pid, 'SIGKILL');
let since = 0;
for (;;) {
  if (process.ppid !== parent) end();
  const overtime = Atomics.load(limit, 0);
  if (overtime === 0) {
    since = 0;
    Atomics.wait(limit, 0, 0, idleInterval);
    continue;
  }
  since ||= performance.now();
  if (performance.now() - since > overtime) end();
  if (process.memoryUsage.rss() > maxMemory) {
    try { writeSync(2, message); } catch {}
    end();
  }
  Atomics.wait(never, 0, 0, interval);
}
`;
