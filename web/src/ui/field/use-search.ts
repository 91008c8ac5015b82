import { useEffect, useRef, useState } from 'react';

/** Debounce in milliseconds. */
const PAUSE_MS = 200;

type Found<T> = { state: 'loading' | 'ready' | 'failed'; items: T[] };

/** What the server finds for the last text that was looked for; earlier searches are called off. */
export function useSearch<T>(search: (text: string, signal: AbortSignal) => Promise<T[]>) {
  const [found, setFound] = useState<Found<T>>({ state: 'loading', items: [] });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function look(text: string): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setFound(({ items }) => ({ state: 'loading', items: text === '' ? items : [] }));
    try {
      if (text !== '') await pause(PAUSE_MS);
      if (signal.aborted) return;
      const items = await search(text.trim(), signal);
      if (!signal.aborted) setFound({ state: 'ready', items });
    } catch {
      if (!signal.aborted) setFound({ state: 'failed', items: [] });
    }
  }

  return { ...found, look: (text: string) => void look(text) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
