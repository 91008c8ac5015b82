import { Worker } from 'node:worker_threads';
import { JOB_TIMEOUT, MAX_MEMORY } from '../limits.ts';

/** Last line on standard error when the watchdog ends the process for its memory use. */
export const MEMORY_EXCEEDED = 'decoder: memory limit exceeded';

/** Milliseconds between memory checks while a job runs. A decoder allocates at most 4 MB in that time. */
const INTERVAL = 20;

/** Milliseconds between checks of an idle process that its parent is alive. */
const IDLE_INTERVAL = 1_000;

/** Milliseconds after which a running job ends the process, in case the server does not. */
const OVERTIME = JOB_TIMEOUT + 5_000;

/**
 * Starts a separate thread, because a decoder may never return to the event loop. It ends the process if that uses too
 * much memory (V8's limits do not count native memory), if the server has died, or if a job exceeds its time. Works
 * on every system that Node supports.
 */
export function startWatchdog() {
  /** 1 while a job runs. */
  const busy = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(SOURCE, {
    eval: true,
    workerData: {
      busy,
      parent: process.ppid,
      maxMemory: MAX_MEMORY,
      interval: INTERVAL,
      idleInterval: IDLE_INTERVAL,
      overtime: OVERTIME,
      message: `${MEMORY_EXCEEDED}\n`,
    },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  worker.unref();
  const set = (value: 0 | 1) => {
    Atomics.store(busy, 0, value);
    Atomics.notify(busy, 0);
  };
  return { begin: () => set(1), end: () => set(0) };
}

// JavaScript as text: a worker that loads TypeScript takes 15 ms longer to start.
const SOURCE = `
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const { busy, parent, maxMemory, interval, idleInterval, overtime, message } = workerData;
const never = new Int32Array(new SharedArrayBuffer(4));
const end = () => process.kill(process.pid, 'SIGKILL');
let since = 0;
for (;;) {
  if (process.ppid !== parent) end();
  if (Atomics.load(busy, 0) === 0) {
    since = 0;
    Atomics.wait(busy, 0, 0, idleInterval);
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
