import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '@deqiq/testkit/http/replies.ts';

/** A call to be released together with others. */
export interface Call {
  readonly token: string;
  readonly method: Method;
  readonly path: string;
  /** A form is sent as multipart, anything else as JSON. */
  readonly body?: object | FormData;
  /** Milliseconds of delay after the others. */
  readonly delay?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Release = (calls: readonly Call[]) => Promise<Reply[]>;

/** Milliseconds for the servers to reach the point where they wait for the last bytes. */
const SETTLE = 5;

/**
 * Opens connections that have each sent their call without its last byte. The last bytes are sent in one iteration of
 * the event loop (unless a call has a delay), and spread over the servers. Replies are in the order of the calls.
 */
export function createReleaser(ports: readonly number[]): { release: Release; end: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    async release(calls) {
      const prepared = await Promise.all(
        calls.map((call, number) => holdLastByte(agent, ports[number % ports.length] ?? 0, call)),
      );
      await pause(SETTLE);
      return Promise.all(
        prepared.map(async (sendLastByte, number) => {
          const { delay } = calls[number] ?? {};
          if (delay) await pause(delay);
          return sendLastByte();
        }),
      );
    },
    end: () => agent.destroy(),
  };
}

async function holdLastByte(agent: Agent, port: number, call: Call): Promise<() => Promise<Reply>> {
  const { type, bytes } = await encodeBody(call.body ?? {});
  const { promise, resolve, reject } = Promise.withResolvers<() => Promise<Reply>>();
  const sent = request({
    agent,
    host: '127.0.0.1',
    port,
    method: call.method,
    path: call.path,
    headers: {
      authorization: `Bearer ${call.token} type=access`,
      'content-type': type,
      'content-length': bytes.length,
    },
  });
  const reply = new Promise<Reply>((resolve, reject) => {
    sent.once('error', reject).once('response', (response) => resolve(readReply(response)));
  });
  reply.catch(reject);
  sent.write(bytes.subarray(0, -1), () =>
    resolve(() => {
      sent.end(bytes.subarray(-1));
      return reply;
    }),
  );
  return promise;
}

async function encodeBody(body: object | FormData): Promise<{ type: string; bytes: Buffer }> {
  if (!(body instanceof FormData))
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return { type, bytes: Buffer.from(await form.arrayBuffer()) };
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  const pieces = await response.setEncoding('utf8').toArray();
  return { status: response.statusCode ?? 0, body: JSON.parse(pieces.join('')) as Reply['body'] };
}
