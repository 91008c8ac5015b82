import { Worker } from 'node:worker_threads';
import { JOB_TIMEOUT, MAX_MEMORY } from '../limits.ts';

/** What the last line on standard error says when the process ended itself for its memory. */
export const MEMORY_EXCEEDED = 'decoder: memory limit exceeded';

/** Milliseconds between two looks at the memory of a process at work; decoders touch at most 4 MB in one. */
const INTERVAL = 20;

/** Milliseconds between two looks of an idle process at its parent. */
const IDLE_INTERVAL = 1_000;

/** Milliseconds after which a job ends its process although the server has not. */
const OVERTIME = JOB_TIMEOUT + 5_000;

/**
 * A thread of its own, because a decoder may never return to the event loop. It ends the process when that
 * takes too much memory (native memory too, which V8's limits do not see), when the server has died, and
 * when a job runs although the server should have ended it. Works on every system Node runs on.
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
