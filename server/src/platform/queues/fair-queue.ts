/** Too many tasks wait; the caller may retry later. */
export class QueueFullError extends Error {}

interface Options {
  /** Max running tasks, in total and per client. */
  readonly concurrency: number;
  readonly concurrencyPerClient: number;
  /** Max waiting tasks, per client and in total. */
  readonly maxWaitingPerClient: number;
  readonly maxWaiting: number;
}

interface Waiting {
  readonly start: () => void;
}

/** A semaphore that serves clients round-robin, and each client's tasks in order. */
export function fairQueue(options: Options) {
  const { concurrency, concurrencyPerClient, maxWaitingPerClient, maxWaiting } = options;
  /** Waiting tasks by client; the first client was served longest ago. */
  const waiting = new Map<string, Waiting[]>();
  const running = new Map<string, number>();
  let runningTotal = 0;
  let waitingTotal = 0;

  const isFree = (client: string) =>
    runningTotal < concurrency && (running.get(client) ?? 0) < concurrencyPerClient;

  function occupy(client: string): void {
    runningTotal += 1;
    running.set(client, (running.get(client) ?? 0) + 1);
  }

  function release(client: string): void {
    runningTotal -= 1;
    const left = (running.get(client) ?? 1) - 1;
    if (left > 0) running.set(client, left);
    else running.delete(client);
    startNext();
  }

  function startNext(): void {
    for (const [client, tasks] of waiting) {
      if (runningTotal >= concurrency) return;
      if (!isFree(client)) continue;
      const next = tasks.shift();
      waiting.delete(client);
      if (tasks.length > 0) waiting.set(client, tasks);
      waitingTotal -= 1;
      occupy(client);
      next?.start();
    }
  }

  function enqueue(client: string, signal: AbortSignal | undefined): Promise<void> {
    const tasks = waiting.get(client) ?? [];
    if (tasks.length >= maxWaitingPerClient || waitingTotal >= maxWaiting)
      throw new QueueFullError(`${waitingTotal} tasks wait, ${tasks.length} of this client`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const index = tasks.indexOf(task);
      if (index < 0) return;
      tasks.splice(index, 1);
      if (tasks.length === 0) waiting.delete(client);
      waitingTotal -= 1;
      reject(signal?.reason);
    };
    const task: Waiting = { start: resolve };
    tasks.push(task);
    waiting.set(client, tasks);
    waitingTotal += 1;
    signal?.addEventListener('abort', leave, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  return {
    running: () => runningTotal,
    waiting: () => waitingTotal,
    countWaiting: (client: string) => waiting.get(client)?.length ?? 0,

    /** Queues and runs a task. Throws QueueFullError, or the signal's reason if aborted before the task starts. */
    async run<T>(client: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted();
      if (isFree(client) && !waiting.has(client)) occupy(client);
      else await enqueue(client, signal);
      try {
        return await task();
      } finally {
        release(client);
      }
    },
  };
}
