import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Browsers open six connections to an origin; these give frames as many as HTTP/2 would. */
const FRAME_ORIGINS = 4;

const TYPES = [
  [/\.js$/, 'text/javascript'],
  [/\.wasm$/, 'application/wasm'],
  [/\.html$/, 'text/html'],
] as const;

/** Serves a built page with brotli, and frames by their paths with ranges, as a static DICOMweb server does. */
export async function startPeerServer(dist: string, frames: ReadonlyMap<string, Buffer>) {
  const files = new Map(
    readdirSync(dist, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const type = TYPES.find(([ending]) => ending.test(name))?.[1];
      return type ? [[`/${name}`, { type, body: readCompressed(join(dist, name)) }]] : [];
    }),
  );
  const servers = Array.from({ length: 1 + FRAME_ORIGINS }, () =>
    createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      const frame = frames.get(path);
      if (frame) return sendFrame(request, response, frame);
      const file = files.get(path === '/' ? '/index.html' : path);
      if (!file) return response.writeHead(404).end();
      const cache = { 'content-encoding': 'br', 'cache-control': 'max-age=3600' };
      return response.writeHead(200, { 'content-type': file.type, ...cache }).end(file.body);
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [page, ...origins] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const close = () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { page, origins, close };
}

const readCompressed = (path: string) => brotliCompressSync(readFileSync(path));

function sendFrame({ headers }: IncomingMessage, response: ServerResponse, frame: Buffer) {
  const [, from = '0', last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const body = frame.subarray(Number(from), last ? Number(last) + 1 : undefined);
  const end = Number(from) + body.length - 1;
  response.writeHead(headers.range ? 206 : 200, {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'content-range',
    'timing-allow-origin': '*',
    'content-type': 'image/jphc',
    'content-range': `bytes ${from}-${end}/${frame.length}`,
  });
  return response.end(body);
}
