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
    const gone = new AbortController();
    void retryUntil(gone.signal, () => latest.current()).catch(() => undefined);
    return () => gone.abort();
  }, [isNeeded]);
}

async function retryUntil(gone: AbortSignal, retry: () => unknown): Promise<void> {
  for (let tries = 1; !gone.aborted; tries += 1) {
    await beforeRetry(tries, gone);
    await retry();
  }
}
