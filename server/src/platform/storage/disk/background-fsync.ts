import { Semaphore } from '../../queues/concurrency.ts';

/** Concurrent fsyncs. Each occupies one of the process's four libuv threads; more do not help the disk. */
const CONCURRENCY = 2;

const semaphore = new Semaphore(CONCURRENCY);

/** Syncs a file while more of it arrives, so that finishing is fast. `sync` covers earlier bytes. Files take turns. */
export function backgroundFsync(sync: () => Promise<void>) {
  let current: Promise<void> | undefined;
  let isPlanned = false;
  let failure: unknown;

  async function run(): Promise<void> {
    // stop() may have cancelled it while it waited.
    if (!isPlanned) return;
    isPlanned = false;
    current = sync()
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        current = undefined;
        if (isPlanned) enqueue();
      });
    await current;
  }

  const enqueue = () => void semaphore.run(run);

  return {
    /** Plans a sync of the bytes written so far. */
    schedule(): void {
      if (isPlanned) return;
      isPlanned = true;
      if (current === undefined) enqueue();
    },

    /** Waits for the sync that is running and cancels the planned one. */
    async stop(): Promise<void> {
      isPlanned = false;
      await current;
    },

    /** The error of the volume when bytes were lost on their way to the disk. */
    error: () => failure,
  };
}
