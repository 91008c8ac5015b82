import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { SECOND } from '../../time.ts';
import { slowClientTimeout } from './slow-client-timeout.ts';

const LENGTH = 5_000;

/** A connection that has sent the headers of a body of LENGTH bytes, on a clock of its own. */
async function sender(
  t: TestContext,
  config: { largeBody?: boolean; streamedBody?: boolean } = {},
  maxDuration = 60 * SECOND,
) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = { at: 0 };
  const app = fastify({ forceCloseConnections: true });
  slowClientTimeout(app as unknown as FastifyInstance, {
    notStalled: { bytes: 1_024, within: SECOND },
    large: { bytes: 3_000, within: 2 * SECOND },
    largeFrom: LENGTH - 1,
    maxDuration,
    now: () => clock.at,
  });
  const arrived = Promise.withResolvers<IncomingMessage>();
  app.addHook('onRequest', async ({ raw }) => arrived.resolve(raw));
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/', { config }, (request) => ({ length: String(request.body).length }));
  t.after(() => app.close());
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${LENGTH}\r\n\r\n`,
  );
  const request = await arrived.promise;
  return {
    isCutOff: () => request.destroyed && !request.complete,

    /** Resolves when the server has read the bytes. */
    async send(length: number): Promise<void> {
      const bytes = request.socket.bytesRead + length;
      socket.write('x'.repeat(length));
      await untilTrue(async () => request.socket.bytesRead >= bytes);
    },

    pass(milliseconds: number): void {
      clock.at += milliseconds;
      t.mock.timers.tick(SECOND);
    },

    async assertAccepted(): Promise<void> {
      const [response] = await once(socket, 'data');
      assert.match(String(response), /^HTTP\/1\.1 200 [\s\S]*"length":5000/);
    },
  };
}

/** Sends the body in pieces, each after a pause, until it is cut off. */
async function drip(
  { send, pass, isCutOff }: Awaited<ReturnType<typeof sender>>,
  { bytes, every }: { bytes: number; every: number },
) {
  for (let sent = 0; sent < LENGTH && !isCutOff(); sent += bytes) {
    pass(every);
    if (!isCutOff()) await send(bytes);
  }
}

test('a client whose body stops arriving is disconnected', async (t) => {
  const { send, pass, isCutOff } = await sender(t);
  await send(2_000);
  pass(0);
  pass(SECOND);
  assert.equal(isCutOff(), false);
  pass(1);
  assert.equal(isCutOff(), true);
});

test('a client that sends single bytes is disconnected', async (t) => {
  const client = await sender(t);
  await drip(client, { bytes: 1, every: 50 });
  assert.equal(client.isCutOff(), true);
});

test('a slow client may continue', async (t) => {
  const client = await sender(t);
  const accepted = client.assertAccepted();
  await drip(client, { bytes: 1_250, every: 900 });
  assert.equal(client.isCutOff(), false);
  await accepted;
});

test('a body that takes too long is cut off', async (t) => {
  const client = await sender(t, {}, 2 * SECOND);
  await drip(client, { bytes: 1_250, every: 900 });
  assert.equal(client.isCutOff(), true);
});

test('a body of any size may take long', async (t) => {
  const client = await sender(t, { streamedBody: true }, 2 * SECOND);
  const accepted = client.assertAccepted();
  await drip(client, { bytes: 1_250, every: 900 });
  assert.equal(client.isCutOff(), false);
  await accepted;
});

test('a large form must arrive faster', async (t) => {
  const client = await sender(t, { largeBody: true });
  await drip(client, { bytes: 625, every: 500 });
  assert.equal(client.isCutOff(), true);
});

test('a large form that arrives fast enough may continue', async (t) => {
  const client = await sender(t, { largeBody: true });
  const accepted = client.assertAccepted();
  await drip(client, { bytes: 1_250, every: 600 });
  assert.equal(client.isCutOff(), false);
  await accepted;
});
