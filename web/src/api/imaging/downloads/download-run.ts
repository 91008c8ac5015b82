import type { DownloadList, Running } from './download-list.ts';
import type { Sink } from './sinks.ts';
import type { Transfer } from './transfer.ts';

/** Milliseconds: specification, section 9. */
const REPORT_EVERY = 100;

type Report = Pick<Transfer, 'signal' | 'onBytes' | 'onWaiting'>;

/** Fills the sink and reports how far it has come; discards what was written where that fails. */
export async function runDownload(
  { change }: DownloadList,
  item: Running,
  sink: Sink,
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
