import type { Sink } from './sinks.ts';
import { DownloadRefused, type Source, transfer } from './transfer.ts';

export type ZipEntry = Source & {
  readonly name: string;
  /** Fetches the list for a link that is valid again; undefined when the file is no longer there. */
  readonly freshSource: () => Promise<Source | undefined>;
};

type ZipTransfer = {
  entries: readonly ZipEntry[];
  sink: Sink;
  signal: AbortSignal;
  onBytes: (received: number) => void;
  onWaiting: (waiting: boolean) => void;
};

export async function zipSize(entries: readonly ZipEntry[]): Promise<number> {
  const { predictLength } = await import('client-zip');
  return Number(predictLength(entries.map(({ name, size }) => ({ name, size }))));
}

/** Writes an uncompressed ZIP of the files into the sink, fetching them one after another. */
export async function transferZip(job: ZipTransfer): Promise<void> {
  const { makeZip } = await import('client-zip');
  const reader = makeZip(inputs(job)).getReader();
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    job.signal.throwIfAborted();
    if (done) return;
    await job.sink.write(new Uint8Array(value));
    received += value.byteLength;
    job.onBytes(received);
  }
}

async function* inputs({ entries, signal, onWaiting }: ZipTransfer): AsyncGenerator<ZipInput> {
  for (const { name, url, size, freshSource } of entries) {
    const { readable, writable } = new TransformStream<BytesOnHeap, BytesOnHeap>();
    const writer = writable.getWriter();
    const sink: Sink = {
      write: (bytes) => writer.write(bytes),
      // The beginning of the file is in the archive already.
      restart: () => Promise.reject(new DownloadRefused('')),
      finish: () => writer.close(),
      discard: () => writer.abort(),
    };
    const source = { url, size };
    const onBytes = () => undefined;
    transfer({ source, sink, signal, freshSource, onBytes, onWaiting })
      .then(
        () => sink.finish(),
        (error: unknown) => writer.abort(error),
      )
      .catch(() => undefined);
    yield { name, input: readable };
  }
}

type BytesOnHeap = Uint8Array<ArrayBuffer>;
type ZipInput = { name: string; input: ReadableStream<BytesOnHeap> };
