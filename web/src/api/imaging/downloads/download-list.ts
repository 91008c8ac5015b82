import { createStore } from '../../../lib/store.ts';

/** Milliseconds: specification, section 9. */
const COMPLETE_SHOWN = 3_000;

/** Milliseconds for which a download that the browser has taken over is still listed. */
const HANDED_OVER_SHOWN = 10_000;

export type Download = {
  /** The same while the file is the same: checkup and visible name. */
  id: string;
  name: string;
  size: number;
  received: number;
  /** handed-over: the browser downloads the file by itself; whether it arrives is not known here. */
  state: 'running' | 'complete' | 'handed-over' | 'failed';
  /** The connection is lost; the transfer continues by itself. */
  waiting: boolean;
  /** The server's sentence for a failure, '' where there is none. */
  message: string;
  /** Set when the browser has blocked the fall-back: a link for the person to open. */
  openUrl?: string;
};

/** A listed download, with what has to end when its entry is removed. */
export type Running = {
  entry: Download;
  stop: AbortController;
  timers: Set<ReturnType<typeof setTimeout>>;
};

export type DownloadList = ReturnType<typeof createDownloadList>;

export function createDownloadList() {
  const running = new Map<string, Running>();
  const list = createStore<readonly Download[]>([]);

  const publish = () => list.set(Array.from(running.values(), ({ entry }) => entry));
  const change = (item: Running, part: Partial<Download>) => {
    if (running.get(item.entry.id) !== item) return;
    item.entry = { ...item.entry, ...part };
    publish();
  };
  const remove = (id: string) => {
    const item = running.get(id);
    if (!item) return;
    item.stop.abort();
    for (const timer of item.timers) clearTimeout(timer);
    running.delete(id);
    publish();
  };
  const later = (item: Running, wait: number, action: () => void) => {
    item.timers.add(setTimeout(action, wait));
  };

  return {
    subscribe: list.subscribe,
    list: list.get,
    change,
    remove,
    later,

    /** Lists a new download; undefined while the same one is running. */
    begin(request: Pick<Download, 'id' | 'name' | 'size'>): Running | undefined {
      const present = running.get(request.id);
      if (present && present.entry.state !== 'failed') return undefined;
      remove(request.id);
      const item: Running = {
        entry: createEntry(request),
        stop: new AbortController(),
        timers: new Set(),
      };
      running.set(request.id, item);
      publish();
      return item;
    },

    complete(item: Running, received: number): void {
      change(item, { state: 'complete', waiting: false, received });
      later(item, COMPLETE_SHOWN, () => remove(item.entry.id));
    },

    handOver(item: Running): void {
      change(item, { state: 'handed-over' });
      later(item, HANDED_OVER_SHOWN, () => remove(item.entry.id));
    },

    fail(item: Running, message: string): void {
      change(item, { state: 'failed', waiting: false, message });
    },

    clear(): void {
      for (const id of [...running.keys()]) remove(id);
    },
  };
}

function createEntry({ id, name, size }: Pick<Download, 'id' | 'name' | 'size'>): Download {
  return { id, name, size, message: '', state: 'running', received: 0, waiting: false };
}
