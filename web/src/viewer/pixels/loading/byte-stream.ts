import type { DerivedName } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { PictureError } from './picture-error.ts';
import type { ByteRange, PictureSource } from './source.ts';

/** Milliseconds before a download continues; doubled where no byte has arrived since the last interruption. */
const PAUSE = 500;

/** The longest pause; then the download fails, after half a minute without a network. */
const MAX_PAUSE = 16_000;

export interface ByteStreamOptions {
  /** Bytes of the object. */
  readonly total: number;
  /** The first byte to read. */
  readonly start?: number;
  readonly signal?: AbortSignal | undefined;
  /** A request for the whole object that is already running. */
  readonly first?: Promise<Response> | undefined;
}

/** The bytes as they arrive. Continues after interruptions, with growing pauses. Throws if the first request fails. */
export async function* streamBytes(
  source: PictureSource,
  name: DerivedName,
  { total, start = 0, signal, first }: ByteStreamOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let received = start;
  let etag: string | undefined;
  let pause = PAUSE;
  let pending = start === 0 ? first : undefined;
  while (received < total) {
    if (received > start) await new Promise((resolve) => setTimeout(resolve, pause));
    const before = received;
    try {
      const ranges: ByteRange[] = received > 0 ? [[received]] : [];
      const response = await (pending ?? source.fetch(name, { ranges, etag, signal }));
      etag ??= response.headers.get('etag') ?? undefined;
      for await (const chunk of readChunks(response, signal)) {
        if (received + chunk.length > total) throw new PictureError('damaged');
        received += chunk.length;
        yield chunk;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // Errors of a broken connection have no reason.
      const { failure } = error as Partial<PictureError>;
      if (failure && (failure !== 'network' || before === start)) throw error;
    }
    pending = undefined;
    pause = received > before ? PAUSE : pause * 2;
    if (pause > MAX_PAUSE) throw new PictureError('network');
  }
}

/** The bytes of a response as they arrive. Throws where the connection breaks. */
export async function* readChunks(
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
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}
