import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ErrorBody, genericMessages } from '@deqiq/contract/shared/errors.ts';
import { DatabaseClaimedError } from './platform/db/errors.ts';
import { isUnavailable } from './platform/errors.ts';
import { findLanguage, inLanguage } from './platform/http/requests/language.ts';

/** Milliseconds between two attempts: the first, and the max; each is twice the one before. */
const FIRST_DELAY = 250;
const MAX_DELAY = 5_000;

/** Seconds for the Retry-After header. */
const RETRY_AFTER = 5;

interface Address {
  readonly port: number;
  readonly host: string;
}

interface Connected<T> {
  readonly connected: T;
  /** Where the app listens: the port on which clients were told to come again, also for a port that the system selects. */
  readonly port: number;
}

/**
 * Repeats `connect` while the database or the object store is away. Until then supervisors see a live process on its
 * port, clients get a 503, and SIGTERM ends the process. Any other error, such as a wrong password, is thrown.
 */
export async function connectWhenPossible<T>(
  connect: () => Promise<T>,
  { port, host }: Address,
): Promise<Connected<T>> {
  let server: Server | undefined;
  let reported = '';
  try {
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, MAX_DELAY)) {
      try {
        const connected = await connect();
        return { connected, port: listeningPort(server?.address()) ?? port };
      } catch (error) {
        if (!isOutage(error)) throw error;
        server ??= await listen({ port, host });
        if (error.message !== reported) console.warn(`Waiting, and trying again: ${error.message}`);
        reported = error.message;
      }
      await pause(delay);
    }
  } finally {
    if (server) await stop(server);
  }
}

const isOutage = (error: unknown): error is Error =>
  isUnavailable(error) && !(error instanceof DatabaseClaimedError);

const exit = () => process.exit(0);

async function listen({ port, host }: Address): Promise<Server> {
  const server = createServer(answer).listen(port, host);
  // Rejects where the port is in use.
  await once(server, 'listening');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, exit);
  return server;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, exit);
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url = '' } = request;
  const isHealth = url === '/healthz';
  if (!isHealth) response.setHeader('retry-after', RETRY_AFTER);
  response.writeHead(isHealth ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.flushHeaders();
  // The end closes the connection: a client that still sends an upload would lose the response.
  const body = JSON.stringify(isHealth ? { status: 'ok' } : errorFor(request));
  request.once('end', () => response.end(body));
  request.resume();
}

function errorFor(request: IncomingMessage): ErrorBody {
  const message = inLanguage(findLanguage(request), genericMessages.unavailable);
  return { code: 'unavailable', message, requestId: randomUUID() };
}

/** The port of a listening server; undefined before it listens. */
export const listeningPort = (address: ReturnType<Server['address']> | undefined) =>
  address && typeof address === 'object' ? address.port : undefined;
