import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { slowClientTimeout } from './slow-client-timeout.ts';

const LENGTH = 5_000;

/** A connection that has sent the headers of a body of LENGTH bytes, with the response and its end. */
async function sender(
  t: TestContext,
  patience: number,
  config: { largeBody?: boolean; streamedBody?: boolean } = {},
  maxDuration = 60_000,
) {
  const app = fastify({ forceCloseConnections: true });
  slowClientTimeout(app as unknown as FastifyInstance, {
    notStalled: { bytes: 1_024, within: patience },
    large: { bytes: 3_000, within: 2 * patience },
    largeFrom: LENGTH - 1,
    maxDuration,
  });
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/', { config }, (request) => ({ length: String(request.body).length }));
  t.after(() => app.close());
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  let received = '';
  socket.on('data', (data) => {
    received += String(data);
  });
  // Disconnected while it sends, a socket emits an error before it closes.
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${LENGTH}\r\n\r\n`,
  );
  return { socket, ended, received: () => received };
}

test('a client whose body stops arriving is disconnected', { timeout: 10_000 }, async (t) => {
  const { socket, ended, received } = await sender(t, 100);
  socket.write('x'.repeat(2_000));
  await ended;
  assert.equal(received(), '');
});

test('a client that sends single bytes is disconnected', { timeout: 10_000 }, async (t) => {
  const { socket, ended, received } = await sender(t, 200);
  let isOver = false;
  const over = ended.then(() => {
    isOver = true;
  });
  for (let sent = 0; sent < LENGTH && !isOver; sent += 1) {
    socket.write('x');
    await pause(5);
  }
  await over;
  assert.equal(received(), '');
});

test('a slow client may continue', { timeout: 20_000 }, async (t) => {
  const { socket, received } = await sender(t, 1_000);
  for (let sent = 0; sent < LENGTH; sent += 1_250) {
    await pause(400);
    socket.write('x'.repeat(1_250));
  }
  while (!received().includes('}')) await pause(10);
  assert.match(received(), /^HTTP\/1\.1 200 [\s\S]*"length":5000/);
});

for (const streamedBody of [false, true])
  test(`a body that takes too long ${streamedBody ? 'may, where any size' : 'is cut off'}`, {
    timeout: 20_000,
  }, async (t) => {
    const { socket, ended, received } = await sender(t, 1_000, { streamedBody }, 300);
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    for (let sent = 0; sent < LENGTH && !isOver; sent += 1_250) {
      await pause(400);
      socket.write('x'.repeat(1_250));
    }
    while (!isOver && !received().includes('}')) await pause(10);
    assert.equal(received().includes('"length":5000'), streamedBody);
  });

test('a large form must arrive faster', { timeout: 20_000 }, async (t) => {
  const { socket, ended, received } = await sender(t, 300, { largeBody: true });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (let sent = 0; sent < LENGTH - 1 && !isOver; sent += 100) {
    socket.write('x'.repeat(Math.min(100, LENGTH - 1 - sent)));
    await pause(25);
  }
  await ended;
  assert.equal(received(), '');
});

test('a large form that arrives fast enough may continue', { timeout: 20_000 }, async (t) => {
  const { socket, received } = await sender(t, 1_000, { largeBody: true });
  for (let sent = 0; sent < LENGTH; sent += 1_250) {
    await pause(300);
    socket.write('x'.repeat(1_250));
  }
  while (!received().includes('}')) await pause(10);
  assert.match(received(), /^HTTP\/1\.1 200 [\s\S]*"length":5000/);
});
