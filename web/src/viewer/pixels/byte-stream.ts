import type { DerivedName } from '@deqiq/contract/shared/derivatives.ts';
import { PictureError } from './picture-error.ts';
import type { PictureSource } from './source.ts';

/** Interruptions in a row after which a download fails. */
const MAX_INTERRUPTIONS = 3;

export interface ByteStreamOptions {
  /** Bytes of the object. */
  readonly total: number;
  /** The first byte to read. */
  readonly start?: number;
  readonly signal?: AbortSignal | undefined;
  /** A request for the whole object that is already running. */
  readonly first?: Promise<Response> | undefined;
}

/** The bytes of an object as they arrive. Continues after an interruption where it stopped. */
export async function* streamBytes(
  source: PictureSource,
  name: DerivedName,
  { total, start = 0, signal, first }: ByteStreamOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let received = start;
  let etag: string | undefined;
  let interruptions = 0;
  let pending = start === 0 ? first : undefined;
  while (received < total) {
    const response = await (pending ?? source.fetch(name, { start: received, etag, signal }));
    pending = undefined;
    etag ??= response.headers.get('etag') ?? undefined;
    const before = received;
    for await (const chunk of chunksOf(response, signal)) {
      if (received + chunk.length > total) throw new PictureError('damaged');
      received += chunk.length;
      yield chunk;
    }
    interruptions = received > before ? 0 : interruptions + 1;
    if (interruptions >= MAX_INTERRUPTIONS) throw new PictureError('network');
  }
}

/** Ends, instead of failing, where the connection breaks. */
async function* chunksOf(
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!body) return;
  const reader = body.getReader();
  // The signal of a request that began earlier is another one.
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', cancel);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await readOrEnd(reader);
      signal?.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

async function readOrEnd(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  try {
    return await reader.read();
  } catch {
    // The caller checks whether the signal was aborted.
    return { done: true, value: undefined } as const;
  }
}
