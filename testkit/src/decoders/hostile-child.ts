/** A compromised decoder process: it executes the command in the bytes of a job, or in its file. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { startWatchdog } from '../../../server/src/platform/media/child/watchdog.ts';
import { readFrames, writeFrame } from '../../../server/src/platform/media/frames.ts';
import type { JobRequest } from '../../../server/src/platform/media/jobs.ts';

const watchdog = startWatchdog();

/** Memory that the process keeps after a job. */
const heaps: Buffer[] = [];
let jobs = 0;

const answer = (value: unknown, output = Buffer.alloc(0)) => {
  const residentBytes = process.memoryUsage.rss();
  const response = { type: 'done', value, lengths: [output.length], residentBytes };
  return writeFrame(process.stdout, response, [output]);
};

const takeMemory = () => {
  const pieces: Buffer[] = [];
  for (;;) pieces.push(Buffer.alloc(8 * 1024 * 1024, 1));
};

const tasks: Record<string, (request: JobRequest) => unknown> = {
  hang: () => {
    for (;;);
  },
  'take native memory': takeMemory,
  'need a fresh process': () => (jobs > 1 ? takeMemory() : answer('fresh')),
  'stall unless fresh': () => {
    // Blocks the thread without taking a processor from the other tests.
    if (jobs > 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return answer('fresh');
  },
  grow: () => {
    heaps.push(Buffer.alloc(300 * 1024 * 1024, 1));
    return answer('grown');
  },
  'take heap': () => {
    const pieces: number[][] = [];
    for (;;) pieces.push(Array<number>(1_000_000).fill(0.5));
  },
  die: () => process.kill(process.pid, 'SIGKILL'),
  'say much': ({ maxOutput }) => answer(null, Buffer.alloc(maxOutput + 1)),
  wait: () => undefined,
  'look around': () => inspectSandbox().then((findings) => answer(findings)),
};

const attempt = (act: () => unknown) => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

async function inspectSandbox() {
  const socket = connect(80, '127.0.0.1');
  const [refusal] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  return {
    environment: Object.keys(process.env).sort(),
    parentFiles: attempt(() => readdirSync(`/proc/${process.ppid}/fd`)),
    secret: attempt(() => readFileSync('/etc/passwd')),
    write: attempt(() => writeFileSync('/tmp/from-a-decoder', 'x')),
    program: attempt(() => spawnSync('true')),
    network: refusal.code,
  };
}

readFrames(process.stdin, {
  maxPayload: () => 64 * 1024 * 1024,
  onFrame: ({ header, payload }) => {
    watchdog.begin(10_000);
    jobs += 1;
    const { path } = header as JobRequest;
    const text = (path === undefined ? payload : readFileSync(path)).toString('latin1');
    const task = Object.keys(tasks).find((name) => text.includes(name));
    void Promise.resolve(task ? tasks[task]?.(header as JobRequest) : answer(text)).then(() => {
      if (task !== 'wait') watchdog.end();
    });
  },
  onTooLarge: () => process.exit(1),
});
process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL'));
await writeFrame(process.stdout, { type: 'ready' });
