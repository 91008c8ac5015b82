import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { BucketAddress } from './bucket-address.ts';
import { S3TimeoutError } from './s3-error.ts';

/** Milliseconds. */
export interface Timeouts {
  /** Until a connection is established. */
  readonly connection: number;
  /** In which nothing moves on a connection. */
  readonly idle: number;
}

interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A download holds a connection as long as its client takes. */
const MAX_SOCKETS = 1_000;

/** Connections to one host, which are reused. */
export interface Connections {
  /** Resolves with the head; the caller reads or destroys the body. Throws S3TimeoutError, also for the body. */
  send(request: SignedRequest): Promise<IncomingMessage>;
  /** Ends all requests. */
  close(): void;
}

/** Opens connections when they are needed. */
export function openConnections(
  { protocol, hostname, port }: BucketAddress,
  timeouts: Timeouts,
): Connections {
  const { Agent, request } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  return {
    send({ method, path, headers, body, signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const outgoing = request({ hostname, port, agent, method, path, headers });
      let response: IncomingMessage | undefined;
      const fail = (error: Error) => {
        response?.destroy(error);
        outgoing.destroy(error);
        // A request that waits for a connection reports nothing.
        reject(error);
      };
      outgoing.on('error', reject).on('response', (head) => {
        response = head;
        resolve(head);
      });
      watch(outgoing, { timeouts, signal, fail });
      outgoing.end(body);
      return promise;
    },
    close: () => agent.destroy(),
  };
}

interface Watch {
  readonly timeouts: Timeouts;
  readonly signal: AbortSignal | undefined;
  readonly fail: (error: Error) => void;
}

/** Calls `fail` where a request takes too long or is aborted. */
function watch(request: http.ClientRequest, { timeouts, signal, fail }: Watch): void {
  const expire = () => fail(new S3TimeoutError('the object store accepts no connection'));
  const timer = setTimeout(expire, timeouts.connection);
  const onConnection = () => clearTimeout(timer);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', onConnection);
    else onConnection();
  });
  request.setTimeout(timeouts.idle, () => fail(new S3TimeoutError('the object store is silent')));
  const abort = () => fail(new S3TimeoutError('the object store did not answer in time'));
  signal?.addEventListener('abort', abort);
  request.once('close', () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
}
