/**
 * Syncs at a time that nobody waits for. Each holds one of the process's four threads for files, which also
 * read, write and hash passwords; the disk gains nothing by more.
 */
const CONCURRENCY = 2;

const waiting = new Set<() => Promise<void>>();
let running = 0;

function goOn(): void {
  for (const sync of waiting) {
    if (running === CONCURRENCY) return;
    waiting.delete(sync);
    running += 1;
    void sync().finally(() => {
      running -= 1;
      goOn();
    });
  }
}

/**
 * Brings what is written to a file to the disk while more arrives, so that finishing has little left to do.
 * `sync` brings what is there now; files take turns.
 */
export function backgroundFsync(sync: () => Promise<void>) {
  let current: Promise<void> | undefined;
  let again = false;
  let failure: unknown;

  const turn = () => {
    current = sync()
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        current = undefined;
        if (again) waiting.add(turn);
        again = false;
      });
    return current;
  };

  return {
    /** Something was written. */
    schedule(): void {
      if (current !== undefined) again = true;
      else waiting.add(turn);
      goOn();
    },

    /** Waits for the one that is under way; what was only planned is not begun any more. */
    async stop(): Promise<void> {
      again = false;
      waiting.delete(turn);
      await current;
    },

    /** What the volume said when bytes were lost on their way to the disk. */
    error: () => failure,
  };
}
