/** Milliseconds before the first repetition; each further one waits twice as long, up to the longest. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

const RETRY = 'retry';
const retries = new EventTarget();

/** Ends every wait before a retry. */
export function retryNow(): void {
  retries.dispatchEvent(new Event(RETRY));
}

/** Waits before a retry after `tries` failures, until a connection or `retryNow`. Rejects with the signal's reason. */
export function beforeRetry(tries: number, signal?: AbortSignal): Promise<void> {
  const wait = Math.min(FIRST_WAIT * 2 ** Math.max(0, tries - 1), LONGEST_WAIT);
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      retries.removeEventListener(RETRY, go);
      signal?.removeEventListener('abort', stop);
      end();
    };
    const go = () => settle(resolve);
    const stop = () => settle(() => reject(signal?.reason));
    const timer = setTimeout(go, wait);
    window.addEventListener('online', go);
    retries.addEventListener(RETRY, go);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
}
