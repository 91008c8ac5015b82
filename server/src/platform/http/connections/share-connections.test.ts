import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { shareConnections } from './share-connections.ts';

const MAX = 3;

async function newServer(t: TestContext, trustProxy: string | boolean = false) {
  const server: Server = createServer((_request, response) => response.end('here'));
  shareConnections(server, { max: MAX, trustProxy });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  /** A connection that has got an answer; undefined where it was closed instead. */
  return async (localAddress: string): Promise<Socket | undefined> => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return socket.destroyed ? undefined : socket;
  };
}

test('idle connections of one address give way to a visitor from another one', async (t) => {
  const visit = await newServer(t);
  const idle: (Socket | undefined)[] = [];
  for (let count = 0; count < MAX; count += 1) idle.push(await visit('127.0.0.9'));
  assert.ok(await visit('127.0.0.2'));
  const [oldest] = idle;
  if (oldest && !oldest.closed) await once(oldest, 'close');
  // Its next connection takes one of its own or none, not that of the visitor.
  assert.equal(await visit('127.0.0.9'), undefined);
});

test('connections of a trusted proxy are those of many clients and never give way to one', async (t) => {
  const visit = await newServer(t, '127.0.0.9');
  for (let count = 0; count < MAX; count += 1) assert.ok(await visit('127.0.0.9'));
  assert.equal(await visit('127.0.0.2'), undefined);
});
