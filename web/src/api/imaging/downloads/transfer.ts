import { errorBody } from '@deqiq/contract/shared/errors.ts';
import { beforeRetry } from '../../http/reconnect.ts';
import type { Sink } from './sinks.ts';

export type Source = { url: string; size: number };

export type Transfer = {
  source: Source;
  sink: Sink;
  signal: AbortSignal;
  /** Fetches the list for a link that is good again; undefined when the file is no longer there. */
  freshSource: () => Promise<Source | undefined>;
  onBytes: (received: number) => void;
  /** The connection is lost; called with false when bytes arrive again. */
  onWaiting: (waiting: boolean) => void;
};

/** Consecutive retries without a new byte. */
const CONNECTION_RETRIES = 5;

/** Retries in a row without a new byte, while the server answers with 5xx or 429. */
const SERVER_RETRIES = 2;

/** Milliseconds without a byte after which a line counts as dead: phones lose it without a word. */
const SILENCE = 30_000;

/** A refusal repeating would not change; `message` is the server's sentence where it sent one. */
export class DownloadRefused extends Error {
  override name = 'DownloadRefused';
}

/** The connection broke: the transfer continues where it stopped. */
class Broken extends Error {
  override name = 'Broken';
}

/** A 5xx or 429, which may pass; `message` is the server's sentence where it sent one. */
class ServerFailed extends Error {
  override name = 'ServerFailed';
}

type State = { url: string; size: number; received: number; etag: string | null; renewed: boolean };

/**
 * Copies one file into its sink, byte for byte. A broken response is continued by Range with If-Range; a
 * link that has expired (410) is exchanged once for a fresh one. A server that keeps failing is a refusal.
 */
export async function transfer(job: Transfer): Promise<void> {
  const state: State = { ...job.source, received: 0, etag: null, renewed: false };
  for (let tries = 0; ; ) {
    const before = state.received;
    try {
      await receive(job, state);
      return;
    } catch (error) {
      job.signal.throwIfAborted();
      tries = state.received > before ? 1 : tries + 1;
      if (error instanceof ServerFailed) {
        if (tries > SERVER_RETRIES) throw new DownloadRefused(error.message);
      } else if (!(error instanceof Broken) || tries > CONNECTION_RETRIES) throw error;
      job.onWaiting(error instanceof Broken);
      await beforeRetry(tries, job.signal);
    }
  }
}

async function receive(job: Transfer, state: State): Promise<void> {
  const line = new AbortController();
  const hangUp = () => line.abort(new Broken('The line is silent'));
  let silence = setTimeout(hangUp, SILENCE);
  try {
    const signal = AbortSignal.any([job.signal, line.signal]);
    const response = await open(job, state, signal);
    const reader = response.body?.getReader();
    if (!reader) throw new Broken('The answer has no body');
    job.onWaiting(false);
    while (true) {
      const { done, value } = await reader.read().catch(throwBroken);
      clearTimeout(silence);
      if (done) break;
      await job.sink.write(value);
      state.received += value.byteLength;
      state.renewed = false;
      job.onBytes(state.received);
      silence = setTimeout(hangUp, SILENCE);
    }
  } finally {
    clearTimeout(silence);
  }
  if (state.received < state.size) throw new Broken('The answer ended early');
  if (state.received > state.size) throw new DownloadRefused('');
}

async function open(job: Transfer, state: State, signal: AbortSignal): Promise<Response> {
  const headers = new Headers();
  if (state.received > 0 && state.etag) {
    headers.set('Range', `bytes=${state.received}-`);
    headers.set('If-Range', state.etag);
  }
  const response = await fetch(state.url, {
    headers,
    cache: 'no-store',
    credentials: 'omit',
    signal,
  }).catch(throwBroken);
  if (response.status === 410 && !state.renewed) {
    state.renewed = true;
    const fresh = await job.freshSource();
    if (!fresh) throw new DownloadRefused(await sentence(response));
    state.url = fresh.url;
    return open(job, state, signal);
  }
  if (response.status >= 500 || response.status === 429)
    throw new ServerFailed(await sentence(response));
  if (!response.ok) throw new DownloadRefused(await sentence(response));
  await align(job, state, response);
  return response;
}

/** Makes the sink end exactly where the response begins. */
async function align(job: Transfer, state: State, response: Response): Promise<void> {
  const start = response.status === 206 ? rangeStart(response) : 0;
  if (start !== state.received) {
    if (start !== 0) throw new DownloadRefused('');
    await job.sink.restart();
    state.received = 0;
    job.onBytes(0);
  }
  state.etag = response.headers.get('ETag');
}

function rangeStart(response: Response): number {
  const range = /^bytes (\d+)-/.exec(response.headers.get('Content-Range') ?? '');
  return Number(range?.[1] ?? Number.NaN);
}

function throwBroken(error: unknown): never {
  throw new Broken(error instanceof Error ? error.message : 'The line broke');
}

async function sentence(response: Response): Promise<string> {
  const body = errorBody.safeParse(await response.json().catch(() => undefined));
  return body.success ? body.data.message : '';
}
