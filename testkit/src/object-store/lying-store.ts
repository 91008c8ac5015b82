import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import type { Random } from '../random.ts';

export interface LyingStore {
  /** The STORAGE_URL with the proxy as its endpoint. */
  readonly url: string;
  /** From now on so large a part of all read objects differs in one bit; 0: the store is honest. */
  lie(probability: number, random: Random): void;
  /** Answers with a flipped bit. */
  readonly lies: number;
  stop(): Promise<void>;
}

/**
 * A proxy in front of the store of a STORAGE_URL with an endpoint of http. Requests pass unchanged with their Host header,
 * which is signed.
 */
export async function startLyingStore(storageUrl: string): Promise<LyingStore> {
  const url = new URL(storageUrl);
  const { hostname: host, port } = new URL(url.searchParams.get('endpoint') ?? '');
  let chooseBit = (_size: number): number | undefined => undefined;
  let lies = 0;

  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const onAnswer = (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      const isObject =
        method === 'GET' && !path.includes('list-type=') && answer.statusCode !== 404;
      const bit = isObject ? chooseBit(Number(answer.headers['content-length'] ?? 0)) : undefined;
      if (bit === undefined) return pipeline(answer, response, () => {});
      lies += 1;
      return pipeline(answer, flipBit(bit), response, () => {});
    };
    const forwarded = httpRequest({ host, port, method, path, headers, agent: false }, onAnswer);
    // As a store that is away. Swift sends a body after a HEAD, which is an error behind a complete answer.
    forwarded.on('error', () => {
      if (!response.headersSent) response.destroy();
    });
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.searchParams.set('endpoint', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return {
    url: url.toString(),
    lie(probability, random) {
      chooseBit = (size) =>
        size > 0 && random.chance(probability) ? random.below(8 * size) : undefined;
    },
    get lies() {
      return lies;
    },
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Passes bytes on, with one bit of all of them inverted. */
function flipBit(bit: number): Transform {
  const index = Math.floor(bit / 8);
  let start = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      if (index >= start && index < start + bytes.length) {
        const offset = index - start;
        bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << (bit % 8)), offset);
      }
      start += bytes.length;
      done(null, bytes);
    },
  });
}
