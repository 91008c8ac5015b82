import { useEffect, useRef } from 'react';
import { beforeRetry } from './reconnect.ts';

/** Repeats a request by itself while it finds no server: at growing intervals, and when the network is back. */
export function useRetries(isNeeded: boolean, retry: () => unknown): void {
  const latest = useRef(retry);
  useEffect(() => {
    latest.current = retry;
  });
  useEffect(() => {
    if (!isNeeded) return;
    const unmounted = new AbortController();
    void retryUntil(unmounted.signal, () => latest.current()).catch(() => undefined);
    return () => unmounted.abort();
  }, [isNeeded]);
}

async function retryUntil(unmounted: AbortSignal, retry: () => unknown): Promise<void> {
  for (let tries = 1; !unmounted.aborted; tries += 1) {
    await beforeRetry(tries, unmounted);
    await retry();
  }
}
