import { fileMessages } from '@deqiq/contract/imaging/files.ts';
import { isAbortError } from '../../../lib/abort-error.ts';
import { saveUrl } from '../../../lib/save-file.ts';
import { createStore } from '../../../lib/store.ts';
import { warnBeforeUnload } from '../../../lib/unload-warning.ts';
import { departure } from '../../people/session/departure.ts';
import { session } from '../../people/session/session.ts';
import { blobSink, pickedFileSink, type Sink } from './sinks.ts';
import { DownloadRefused, type Source, type Transfer, transfer } from './transfer.ts';
import { transferZip, type ZipEntry, zipSize } from './zip.ts';

/** Milliseconds: specification, section 9. */
const REPORT_EVERY = 100;
const COMPLETE_SHOWN = 3_000;
const FALL_BACK_AFTER = 2_000;

/** Milliseconds for which a download that the browser has taken over is still listed. */
const HANDED_OVER_SHOWN = 10_000;

/** Bytes up to which a file is collected by the page itself; see docs/decisions/files.md. */
export const BLOB_LIMIT = 256 * 1024 * 1024;

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

export type DownloadRequest = {
  id: string;
  name: string;
  size: number;
  url: string;
  /** Fetches the list for a link that is good again. */
  freshSource: () => Promise<Source | undefined>;
};

export type ZipRequest = {
  id: string;
  name: string;
  entries: readonly ZipEntry[];
};

type Running = {
  entry: Download;
  stop: AbortController;
  timers: Set<ReturnType<typeof setTimeout>>;
};

/** The downloads of one page: a list to subscribe to, and its actions. */
export function createDownloads() {
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

  const complete = (item: Running, received: number) => {
    change(item, { state: 'complete', waiting: false, received });
    later(item, COMPLETE_SHOWN, () => remove(item.entry.id));
  };
  const handOver = (item: Running, { url, name, id }: DownloadRequest) => {
    saveUrl(url, name);
    change(item, { state: 'handed-over' });
    later(item, HANDED_OVER_SHOWN, () => remove(id));
  };
  const fail = (item: Running, error: unknown) => {
    const message = error instanceof DownloadRefused ? error.message : '';
    change(item, { state: 'failed', waiting: false, message });
  };
  const fallBack = (item: Running, request: DownloadRequest) => {
    later(item, FALL_BACK_AFTER, () => {
      void openDirectly(request).then((result) => {
        if (result === 'opened') remove(item.entry.id);
        else change(item, result);
      });
    });
  };

  /** Lists a new download; undefined while the same one is running. */
  const begin = (request: Pick<Download, 'id' | 'name' | 'size'>): Running | undefined => {
    const present = running.get(request.id);
    if (present && present.entry.state !== 'failed') return undefined;
    remove(request.id);
    const item: Running = { entry: fresh(request), stop: new AbortController(), timers: new Set() };
    running.set(request.id, item);
    publish();
    return item;
  };

  /** Starts one file; the same file does not start twice. Call it from the click itself. */
  const start = async (request: DownloadRequest): Promise<void> => {
    const item = begin(request);
    if (!item) return;
    try {
      const sink = await sinkFor(request);
      if (!sink) return handOver(item, request);
      await run(item, sink, change, (report) =>
        transfer({ source: request, sink, freshSource: request.freshSource, ...report }),
      );
      complete(item, request.size);
    } catch (error) {
      if (item.stop.signal.aborted || isAbortError(error)) remove(item.entry.id);
      else {
        fail(item, error);
        fallBack(item, request);
      }
    }
  };

  /** Starts all files of an examination as one ZIP. Call it from the click itself. */
  const startZip = async ({ id, name, entries }: ZipRequest): Promise<void> => {
    const item = begin({ id, name, size: entries.reduce((sum, { size }) => sum + size, 0) });
    if (!item) return;
    try {
      const sink = await sinkFor(item.entry);
      if (!sink) throw new DownloadRefused(fileMessages.zipTooLarge);
      const size = await zipSize(entries);
      change(item, { size });
      await run(item, sink, change, (report) => transferZip({ entries, sink, ...report }));
      complete(item, size);
    } catch (error) {
      if (item.stop.signal.aborted || isAbortError(error)) remove(id);
      else fail(item, error);
    }
  };

  return {
    start,
    startZip,
    /** Stops a download and takes its entry away; also dismisses a failed one. */
    remove,
    clear: () => {
      for (const id of [...running.keys()]) remove(id);
    },
    subscribe: list.subscribe,
    list: list.get,
  };
}

/** The browser asks for confirmation before it closes a page with a running download. */
function warnWhileRunning({ subscribe, list }: ReturnType<typeof createDownloads>): void {
  let stop: (() => void) | undefined;
  subscribe(() => {
    const isRunning = list().some(({ state }) => state === 'running');
    if (isRunning) stop ??= warnBeforeUnload();
    else {
      stop?.();
      stop = undefined;
    }
  });
}

/** The list of this page: downloads continue on other screens. */
export const downloads = createDownloads();
warnWhileRunning(downloads);

// After a log-out no part of an X-ray may stay in memory.
session.subscribe(() => {
  const { role, ended } = session.current();
  if (!role && !ended) downloads.clear();
});
departure.onForget(downloads.clear);

function fresh({ id, name, size }: Pick<Download, 'id' | 'name' | 'size'>): Download {
  const still = { state: 'running', received: 0, waiting: false } as const;
  return { id, name, size, message: '', ...still };
}

function sinkFor({ name, size }: Pick<Download, 'name' | 'size'>): Promise<Sink | undefined> {
  return size > BLOB_LIMIT ? pickedFileSink(name) : Promise.resolve(blobSink(name));
}

type Report = Pick<Transfer, 'signal' | 'onBytes' | 'onWaiting'>;

async function run(
  item: Running,
  sink: Sink,
  change: (item: Running, part: Partial<Download>) => void,
  work: (report: Report) => Promise<void>,
): Promise<void> {
  let received = 0;
  const report = setInterval(() => {
    if (received !== item.entry.received) change(item, { received });
  }, REPORT_EVERY);
  try {
    await work({
      signal: item.stop.signal,
      onBytes: (bytes) => {
        received = bytes;
      },
      onWaiting: (waiting) => change(item, { waiting }),
    });
    await sink.finish();
  } catch (error) {
    await sink.discard().catch(() => undefined);
    throw error;
  } finally {
    clearInterval(report);
  }
}

/**
 * Opens the file in a tab of its own. Returns what the entry shows instead: a link where the browser blocks
 * the tab, or that the file is no longer listed (a tab would show the server's JSON).
 */
async function openDirectly(
  request: DownloadRequest,
): Promise<'opened' | Pick<Download, 'openUrl'> | Pick<Download, 'message'>> {
  const source = await request.freshSource().catch(() => request);
  if (!source) return { message: fileMessages.notFound };
  const tab = window.open(source.url, '_blank');
  if (!tab) return { openUrl: source.url };
  tab.opener = null;
  return 'opened';
}
