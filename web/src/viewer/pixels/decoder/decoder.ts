/// <reference types="vite/client" />
import wasmUrl from '@cornerstonejs/codec-openjph/wasm?url';
import { PictureError } from '../loading/picture-error.ts';
import type { Codestreams, DecoderRequest, DecoderResponse } from './messages.ts';

/** Decodes HTJ2K codestreams outside of the page's thread. */
export interface Decoder {
  /** Max concurrent calls. */
  readonly concurrency: number;
  /** Pixels of all codestreams, in order, as bytes. Takes the memory of `bytes`. Throws PictureError or AbortError. */
  decode(codestreams: Codestreams, signal?: AbortSignal): Promise<ArrayBuffer>;
  /** Ends the workers after the last user has released them. */
  release(): void;
}

const MAX_WORKERS = 3;

let pool: ReturnType<typeof createPool> | undefined;
let users = 0;

/** The workers that all pictures share. The caller releases them. */
export function acquireDecoder(): Decoder {
  users += 1;
  pool ??= createPool();
  const { concurrency, decode, close } = pool;
  let isReleased = false;
  return {
    concurrency,
    decode,
    release() {
      if (isReleased) return;
      isReleased = true;
      users -= 1;
      if (users > 0) return;
      close();
      pool = undefined;
    },
  };
}

interface Job {
  readonly codestreams: Codestreams;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (pixels: ArrayBuffer) => void;
  readonly reject: (error: unknown) => void;
}

interface DecodeWorker {
  readonly worker: Worker;
  job?: Job | undefined;
}

function createPool() {
  // One processor is left for the page.
  const concurrency = Math.min(Math.max((navigator.hardwareConcurrency || 2) - 1, 1), MAX_WORKERS);
  const queue: Job[] = [];
  const workers: DecodeWorker[] = [];
  let isClosed = false;
  let compiled: Promise<WebAssembly.Module> | undefined;
  const compile = () =>
    (compiled ??= compileCodec().catch((error: unknown) => {
      compiled = undefined;
      throw error;
    }));
  // The first worker starts while the first bytes are on their way. Errors are reported by `decode`.
  compile()
    .then(addWorker)
    .catch(() => undefined);

  function addWorker(module: WebAssembly.Module): void {
    if (isClosed) return;
    const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
    const entry: DecodeWorker = { worker };
    worker.onmessage = ({ data }: MessageEvent<DecoderResponse>) => {
      const { job } = entry;
      entry.job = undefined;
      if (data) job?.resolve(data);
      else job?.reject(new PictureError('damaged'));
      startJobs();
    };
    // The script of the worker did not load, or it has no memory for the codec. The next call starts another one.
    worker.onerror = () => stop(new PictureError('network'));
    worker.postMessage(module satisfies DecoderRequest);
    workers.push(entry);
  }

  function startJobs(): void {
    for (const entry of workers) {
      if (entry.job) continue;
      const job = nextJob();
      if (!job) return;
      entry.job = job;
      const { codestreams } = job;
      entry.worker.postMessage(codestreams satisfies DecoderRequest, [codestreams.bytes.buffer]);
    }
  }

  function nextJob(): Job | undefined {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (!job.signal?.aborted) return job;
      job.reject(job.signal.reason);
    }
    return undefined;
  }

  function stop(reason: Error): void {
    for (const { worker, job } of workers.splice(0)) {
      worker.terminate();
      if (job) queue.push(job);
    }
    for (const { reject } of queue.splice(0)) reject(reason);
  }

  return {
    concurrency,

    async decode(codestreams: Codestreams, signal?: AbortSignal): Promise<ArrayBuffer> {
      const module = await compile();
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        queue.push({ codestreams, signal, resolve, reject });
        if (workers.length < concurrency && workers.every(({ job }) => job)) addWorker(module);
        startJobs();
      });
    },

    close(): void {
      isClosed = true;
      stop(new DOMException('the decoder is closed', 'AbortError'));
    },
  };
}

async function compileCodec(): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined' || typeof Worker === 'undefined')
    throw new PictureError('unsupported');
  const response = await fetch(wasmUrl).catch((error: unknown) => {
    throw new PictureError('network', error);
  });
  if (!response.ok) throw new PictureError('network');
  return WebAssembly.compileStreaming(response).catch((error: unknown) => {
    // A connection that broke is a TypeError.
    throw new PictureError(error instanceof TypeError ? 'network' : 'unsupported', error);
  });
}
