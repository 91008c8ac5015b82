import * as fileMessages from '@deqiq/messages/imaging/files.js';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { isAbortError } from '../../../lib/abort-error.ts';
import { saveUrl } from '../../../lib/files/save-file.ts';
import { warnBeforeUnload } from '../../../lib/history/unload-warning.ts';
import { departure } from '../../people/session/departure.ts';
import { session } from '../../people/session/session.ts';
import {
  createDownloadList,
  type Download,
  type DownloadList,
  type Running,
} from './download-list.ts';
import { runDownload } from './download-run.ts';
import { openSink } from './sinks.ts';
import { DownloadRefused, type Source, transfer } from './transfer.ts';
import { transferZip, type ZipEntry, zipSize } from './zip.ts';

/** Milliseconds: specification, section 9. */
const FALL_BACK_AFTER = 2_000;

export type DownloadRequest = {
  id: string;
  name: string;
  size: number;
  url: string;
  freshSource: () => Promise<Source | undefined>;
};

export type ZipRequest = {
  id: string;
  name: string;
  entries: readonly ZipEntry[];
};

/** The downloads of one page: a list to subscribe to, and its actions. */
export function createDownloads() {
  const downloads = createDownloadList();
  return {
    /** Starts one file; the same file does not start twice. Call it from the click itself. */
    start: (request: DownloadRequest) => startFile(downloads, request),
    /** Starts all files of an examination as one ZIP. Call it from the click itself. */
    startZip: (request: ZipRequest) => startZip(downloads, request),
    /** Stops a download and takes its entry away; also dismisses a failed one. */
    remove: downloads.remove,
    clear: downloads.clear,
    subscribe: downloads.subscribe,
    list: downloads.list,
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

async function startFile(downloads: DownloadList, request: DownloadRequest): Promise<void> {
  const item = downloads.begin(request);
  if (!item) return;
  try {
    const sink = await openSink(request);
    if (!sink) {
      saveUrl(request.url, request.name);
      return downloads.handOver(item);
    }
    await runDownload(downloads, item, sink, (report) =>
      transfer({ source: request, sink, freshSource: request.freshSource, ...report }),
    );
    downloads.complete(item, request.size);
  } catch (error) {
    if (item.stop.signal.aborted || isAbortError(error)) return downloads.remove(item.entry.id);
    downloads.fail(item, findMessage(error));
    downloads.later(item, FALL_BACK_AFTER, () => void fallBack(downloads, item, request));
  }
}

async function startZip(downloads: DownloadList, { id, name, entries }: ZipRequest): Promise<void> {
  const item = downloads.begin({
    id,
    name,
    size: entries.reduce((sum, { size }) => sum + size, 0),
  });
  if (!item) return;
  try {
    const sink = await openSink(item.entry);
    if (!sink) throw new DownloadRefused(fileMessages.zipTooLarge());
    const size = await zipSize(entries);
    downloads.change(item, { size });
    await runDownload(downloads, item, sink, (report) => transferZip({ entries, sink, ...report }));
    downloads.complete(item, size);
  } catch (error) {
    if (item.stop.signal.aborted || isAbortError(error)) downloads.remove(id);
    else downloads.fail(item, findMessage(error));
  }
}

const findMessage = (error: unknown): string =>
  error instanceof DownloadRefused ? error.message : '';

async function fallBack(
  { remove, change }: DownloadList,
  item: Running,
  request: DownloadRequest,
): Promise<void> {
  const result = await openDirectly(request);
  if (result === 'opened') remove(item.entry.id);
  else change(item, result);
}

/**
 * Opens the file in a tab of its own. Returns what the entry shows instead: a link where the browser blocks
 * the tab, or that the file is no longer listed (a tab would show the server's JSON).
 */
async function openDirectly(
  request: DownloadRequest,
): Promise<'opened' | Pick<Download, 'openUrl'> | Pick<Download, 'message'>> {
  const source = await request.freshSource().catch(() => request);
  if (!source) return { message: storageMessages.notFound() };
  const tab = window.open(source.url, '_blank');
  if (!tab) return { openUrl: source.url };
  tab.opener = null;
  return 'opened';
}
