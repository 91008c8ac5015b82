/** A counting semaphore, first come, first served. With one permit it is a mutex. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Takes a permit without waiting. Returns false if there is none. */
  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  async acquire(): Promise<void> {
    if (this.tryAcquire()) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the permit to the first waiter, so that no other caller can take it in between. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (!this.tryAcquire()) await this.acquire();
    try {
      return await task();
    } finally {
      this.release();
    }
  }
}

/** Runs tasks with the same key one after the other, and tasks with different keys concurrently. */
export function keyedMutex() {
  const last = new Map<string, Promise<unknown>>();

  return {
    run<T>(name: string, task: () => Promise<T>): Promise<T> {
      const current = (last.get(name) ?? Promise.resolve()).then(task, task);
      last.set(name, current);
      const done = () => {
        if (last.get(name) === current) last.delete(name);
      };
      current.then(done, done);
      return current;
    },
    /** Resolves when every task that was started has ended. */
    whenIdle: async (): Promise<void> => {
      await Promise.allSettled(last.values());
    },
  };
}

/** Runs `work` on a list, `concurrency` at a time. After a failure it starts no more, and waits for the rest. */
export async function forEachConcurrent<T>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // A task that failed stays, so that the next wait reports it.
  const running = new Set<Promise<void>>();
  let hasFailed = false;
  try {
    for await (const item of items) {
      if (hasFailed) break;
      const task = work(item).then(() => void running.delete(task));
      task.catch(() => {
        hasFailed = true;
      });
      running.add(task);
      if (running.size >= concurrency) await Promise.race(running);
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}

/** A function that runs `work` at its first call and then returns the same result. After a failure it runs again. */
export function cachedResult<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
