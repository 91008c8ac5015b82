import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sendBytes } from './send-bytes.ts';

const SIZE = 40_000_000;

const zeros = {
  size: SIZE,
  read: async (into: Uint8Array, position: number) => Math.min(into.length, SIZE - position),
  close: async () => {},
};

/** A client of a server that sends SIZE bytes per connection, and whether sending has ended. */
async function receiver(t: TestContext, patience: number) {
  let isOver = false;
  const server = createServer((_request, response) => {
    const begin = () => void response.writeHead(200, { 'content-length': SIZE });
    const range = { start: 0, end: SIZE };
    void sendBytes(response, zeros, { ...range, begin, idleTimeout: patience }).then(() => {
      isOver = true;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => {
    socket.destroy();
    server.close();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { socket, isOver: () => isOver };
}

test('a client that stops reading is disconnected', { timeout: 10_000 }, async (t) => {
  const { socket, isOver } = await receiver(t, 200);
  await once(socket, 'readable');
  while (!isOver()) await pause(20);
  const rest = (await socket.toArray().catch(() => [])) as Buffer[];
  assert.ok(Buffer.concat(rest).length < SIZE);
});

test('a slow client receives everything', { timeout: 20_000 }, async (t) => {
  const { socket } = await receiver(t, 500);
  let taken = 0;
  for await (const bytes of socket) {
    const before = Math.floor(taken / 4_000_000);
    taken += (bytes as Buffer).length;
    // Ten pauses, none of them too long, all of them together by far.
    if (Math.floor(taken / 4_000_000) > before) await pause(150);
    if (taken > SIZE) break;
  }
  assert.ok(taken > SIZE);
});
