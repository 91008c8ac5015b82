import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hostilePool, waitUntil } from '@deqiq/testkit/decoders/hostile-pool.ts';
import { QueueFullError } from '../../queues/fair-queue.ts';
import { DecoderFailure } from '../decoder-errors.ts';
import type { DecoderPool } from './decoder-pool.ts';

const ABANDONED = fileURLToPath(
  new URL('../../../../../testkit/src/decoders/abandoned.ts', import.meta.url),
);

/** A program that runs and never says that it is ready. */
const SILENT_CHILD = fileURLToPath(
  new URL('../../../../../testkit/src/decoders/silent-child.ts', import.meta.url),
);

/** Encodes an order to a test decoder. */
const order = (pool: DecoderPool, words: string, client = 'a', signal?: AbortSignal) =>
  pool.run('verify', {}, Buffer.from(words), { client, signal });

const failsBy = (reason: string) => (error: unknown) =>
  error instanceof DecoderFailure && error.reason === reason;

const works = async (pool: DecoderPool) =>
  assert.equal((await order(pool, 'hello', 'somebody else')).value as unknown, 'hello');

describe('a decoder that misbehaves is ended, and the next job succeeds', () => {
  test('when it hangs', async (t) => {
    const pool = hostilePool(t, { jobTimeout: 300 });
    await assert.rejects(order(pool, 'hang'), failsBy('timeout'));
    await works(pool);
  });

  test('when it takes native memory, which V8 does not count', async (t) => {
    const pool = hostilePool(t);
    await assert.rejects(order(pool, 'take native memory'), failsBy('memory'));
    await works(pool);
  });

  test('when it fills its heap', async (t) => {
    const pool = hostilePool(t);
    await assert.rejects(order(pool, 'take heap'), failsBy('memory'));
    await works(pool);
  });

  test('when it returns too many bytes', async (t) => {
    const pool = hostilePool(t);
    await assert.rejects(order(pool, 'say much'), failsBy('output'));
    await works(pool);
  });

  test('when it is killed', async (t) => {
    const pool = hostilePool(t);
    await assert.rejects(order(pool, 'die'), failsBy('crash'));
    await works(pool);
  });

  test('when it is not ready in time, which is longer at a low priority', async (t) => {
    const normal = hostilePool(t, { entry: SILENT_CHILD });
    const background = hostilePool(t, { entry: SILENT_CHILD, isBackground: true });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const patient = order(background, 'hello');
    let hasEnded = false;
    const ended = assert.rejects(patient, failsBy('start')).then(() => {
      hasEnded = true;
    });
    await waitUntil(() => background.pids().length > 0);
    let previous: number | undefined;
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const refused = order(normal, 'hello');
      await waitUntil(() => ![undefined, previous].includes(normal.pids().at(-1)));
      previous = normal.pids().at(-1);
      t.mock.timers.tick(10_000);
      await assert.rejects(refused, failsBy('start'));
    }
    assert.equal(hasEnded, false);
    t.mock.timers.tick(100_000);
    await ended;
  });

  test('when its program does not start', async (t) => {
    const pool = hostilePool(t, { entry: '/nowhere/child.ts' });
    await assert.rejects(order(pool, 'hello'), failsBy('crash'));
  });
});

test('a decoder has no secrets, no network, no child processes and no write access', async (t) => {
  const pool = hostilePool(t);
  const { value } = await order(pool, 'look around');
  assert.deepEqual(value as unknown, {
    environment: ['UV_THREADPOOL_SIZE'],
    parentFiles: 'ERR_ACCESS_DENIED',
    secret: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    program: 'ERR_ACCESS_DENIED',
    network: 'ERR_ACCESS_DENIED',
  });
});

test('the kernel kills a decoder first when memory runs out', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const pool = hostilePool(t);
  await works(pool);
  assert.equal(readFileSync(`/proc/${pool.pids()[0]}/oom_score_adj`, 'latin1').trim(), '1000');
});

describe('the queue', () => {
  test('leaves a process to others while one client’s files hang', async (t) => {
    const pool = hostilePool(t);
    const hanging = ['hang', 'hang', 'hang'].map((words) => order(pool, words));
    for (const each of hanging) each.catch(() => undefined);
    await works(pool);
    assert.deepEqual(pool.stats(), { processes: 2, running: 1, waiting: 2 });
    await assert.rejects(order(pool, 'hello'), QueueFullError);
    await works(pool);
  });

  test('is full with twenty jobs of any clients', async (t) => {
    const pool = hostilePool(t);
    const clients = Array.from({ length: 22 }, (_, index) => `client ${index}`);
    const jobs = clients.map((client) => order(pool, 'hang', client));
    for (const each of jobs) each.catch(() => undefined);
    assert.equal(pool.stats().waiting, 20);
    await assert.rejects(order(pool, 'hello', 'one more'), QueueFullError);
  });

  test('drops the jobs of a disconnected client, and ends its running one', async (t) => {
    const pool = hostilePool(t);
    const running = new AbortController();
    const waiting = new AbortController();
    const jobs = [running, waiting].map(({ signal }) => order(pool, 'hang', 'a', signal));
    assert.equal(pool.stats().waiting, 1);
    waiting.abort();
    await assert.rejects(jobs[1] ?? Promise.resolve(), failsBy('aborted'));
    assert.deepEqual(pool.stats(), { processes: 1, running: 1, waiting: 0 });
    running.abort();
    await assert.rejects(jobs[0] ?? Promise.resolve(), failsBy('aborted'));
    assert.equal(pool.stats().running, 0);
    await works(pool);
  });
});

describe('a process', () => {
  test('serves several jobs and is then replaced', async (t) => {
    const pool = hostilePool(t, { jobsPerProcess: 2 });
    const pids: (number | undefined)[] = [];
    for (let job = 0; job < 3; job += 1) {
      await works(pool);
      pids.push(pool.pids()[0]);
      if (job === 1) await waitUntil(() => pool.stats().processes === 0);
    }
    assert.equal(pids[0], pids[1] ?? pids[0]);
    assert.notEqual(pids[2], pids[0]);
  });

  test('that has served others does not judge a file: a fresh one does', async (t) => {
    const pool = hostilePool(t);
    const impatient = hostilePool(t, { jobTimeout: 5_000 });
    const needs = [
      ['need a fresh process', pool],
      ['stall unless fresh', impatient],
    ] as const;
    for (const [need, each] of needs) {
      await works(each);
      const [used] = each.pids();
      assert.equal((await order(each, need)).value as unknown, 'fresh');
      await waitUntil(() => !each.pids().includes(used ?? 0));
    }
    await assert.rejects(order(pool, 'take native memory'), failsBy('memory'));
  });

  test('is replaced where it has grown, so that the next file has its whole memory', async (t) => {
    const pool = hostilePool(t);
    await works(pool);
    await order(pool, 'grow');
    await waitUntil(() => pool.stats().processes === 0);
    await works(pool);
  });

  test('can be asked for that has served no other file', async (t) => {
    const pool = hostilePool(t);
    await works(pool);
    const options = { client: 'a', isFresh: true };
    const { value } = await pool.run('verify', {}, Buffer.from('need a fresh process'), options);
    assert.equal(value as unknown, 'fresh');
    await waitUntil(() => pool.stats().processes <= 1);
  });

  test('ends after a time without work', async (t) => {
    const pool = hostilePool(t, { idleTimeout: 1 });
    await works(pool);
    await waitUntil(() => pool.stats().processes === 0);
    await works(pool);
  });

  test('ends with the pool, also while it runs a job', async (t) => {
    const pool = hostilePool(t);
    const job = order(pool, 'hang');
    await works(pool);
    const [closed] = await Promise.all([pool.close(), assert.rejects(job, failsBy('closed'))]);
    assert.equal(closed, undefined);
    assert.equal(pool.stats().processes, 0);
    await assert.rejects(order(pool, 'hello'), failsBy('closed'));
  });

  test('ends with its server, however the server ends and whatever the process does', async () => {
    const server = spawn(process.execPath, [ABANDONED], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [printed] = (await once(server.stdout, 'data')) as [Buffer];
    const decoder = `/proc/${Number(printed)}`;
    assert.ok(existsSync(decoder));
    server.kill('SIGKILL');
    await once(server, 'exit');
    await waitUntil(() => !existsSync(decoder));
  });
});
