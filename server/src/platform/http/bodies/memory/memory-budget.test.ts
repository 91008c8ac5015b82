import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod';
import { handleErrors } from '../../errors.ts';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from '../../zod-schemas.ts';
import { formBodies } from '../form-body.ts';
import { formFile } from '../form-fields.ts';
import { withBody } from './body-lease.ts';
import { memoryBudget } from './memory-budget.ts';

const LIMIT = 3_000_000;

interface Options {
  room?: number;
  perPerson?: { bodies: number; bytes: number };
  patience?: number;
  working?: () => Promise<void>;
}

/** A route for large forms that returns the length of their file. */
async function newApp(t: TestContext, { working, ...options }: Options = {}) {
  const app = fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app as unknown as FastifyInstance);
  const bodies = memoryBudget(options);
  app.decorateRequest('actor', null);
  // A query parameter names the signed-in person; without it every request is a different person.
  app.addHook('onRequest', async (request) => {
    const { person = randomUUID() } = request.query as { person?: string };
    Object.assign(request, { actor: { personId: person } });
  });
  formBodies(app as unknown as FastifyInstance, { large: bodies });
  const file = formFile(() => 'Fayl seçin').optional();
  app.post(
    '/large',
    { config: { largeBody: true }, bodyLimit: LIMIT, schema: { body: z.looseObject({ file }) } },
    (request) =>
      withBody(request, async () => {
        await working?.();
        return { length: request.body.file?.bytes.filter((byte) => byte === 7).length ?? 0 };
      }),
  );
  t.after(() => app.close());
  return { app, bodies };
}

const headers = { 'content-type': 'multipart/form-data; boundary=B' };
const form = (length: number) =>
  Buffer.concat([
    Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'),
    Buffer.alloc(length, 7),
    Buffer.from('\r\n--B--\r\n'),
  ]);
const post = (payload: Buffer | string, type = headers['content-type']) =>
  ({ method: 'POST', url: '/large', payload, headers: { 'content-type': type } }) as const;

/** A promise and its resolver. */
const gate = () => Promise.withResolvers<void>();

describe('a large form', { timeout: 20_000 }, () => {
  test('is read completely and releases its memory', async (t) => {
    const { app, bodies } = await newApp(t);
    for (const length of [0, 1, 2_900_000]) {
      const answer = await app.inject(post(form(length)));
      assert.deepEqual([answer.statusCode, answer.json()], [200, { length }]);
    }
    assert.equal((await app.inject(post('not a form'))).statusCode, 400);
    assert.equal((await app.inject({ ...post(form(9)), url: '/none' })).statusCode, 404);
    assert.equal(bodies.inUse(), 0);
  });

  test('above the limit is 413, with and without Content-Length', async (t) => {
    const { app, bodies } = await newApp(t);
    assert.equal((await app.inject(post(form(LIMIT)))).statusCode, 413);
    const boast = { ...headers, 'content-length': '9000000000000000' };
    assert.equal((await app.inject({ ...post(form(1)), headers: boast })).statusCode, 413);
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    const head = `POST /large HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['content-type']}\r\n`;
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const piece = Buffer.alloc(500_000, 7);
    for (let sent = 0; sent <= LIMIT; sent += piece.length) {
      socket.write(`${piece.length.toString(16)}\r\n`);
      socket.write(piece);
      socket.write('\r\n');
    }
    const answer = (await Array.fromAsync(socket.setEncoding('utf8'))).join('');
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.equal(bodies.inUse(), 0);
  });

  test('does not raise the limit of other types', async (t) => {
    const { app } = await newApp(t);
    const json = (length: number) =>
      post(JSON.stringify({ text: 'x'.repeat(length) }), 'application/json');
    assert.equal((await app.inject(json(60_000))).statusCode, 200);
    assert.equal((await app.inject(json(70_000))).statusCode, 413);
  });

  test('waits until another one is complete', async (t) => {
    let peak = 0;
    const working = async () => {
      peak = Math.max(peak, bodies.inUse());
      for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
    };
    const { app, bodies } = await newApp(t, { room: 4_000_000, working });
    const lengths = [2_500_000, 2_500_000, 10, 2_500_000];
    const answers = await Promise.all(lengths.map((length) => app.inject(post(form(length)))));
    assert.deepEqual(
      answers.map((answer) => answer.json()),
      lengths.map((length) => ({ length })),
    );
    assert.ok(peak > 2_500_000 && peak <= 4_000_000, String(peak));
    assert.equal(bodies.inUse(), 0);
  });

  test('of a person with two others waits without blocking other people', async (t) => {
    const done = gate();
    const options = { patience: 200, working: () => done.promise };
    const { app, bodies } = await newApp(t, options);
    const send = (person: string) =>
      app.inject({ ...post(form(1_000)), url: `/large?person=${person}` }).then((answer) => answer);
    const first = [send('a'), send('a')];
    while (bodies.inUse() < 2_000) await new Promise(setImmediate);
    const third = send('a');
    const other = send('b');
    while (bodies.inUse() < 3_000) await new Promise(setImmediate);
    assert.deepEqual([(await third).statusCode, (await third).json().code], [429, 'too-many']);
    assert.equal((await third).headers['retry-after'], '5');
    done.resolve();
    for (const answer of [...first, other]) assert.equal((await answer).statusCode, 200);
    assert.equal((await send('a')).statusCode, 200);
    assert.equal(bodies.inUse(), 0);
  });

  test('of a person may exceed the share of two if it is the only one', async (t) => {
    const done = gate();
    const perPerson = { bodies: 2, bytes: 1_500_000 };
    const options = { perPerson, patience: 200, working: () => done.promise };
    const { app, bodies } = await newApp(t, options);
    const send = (length: number) =>
      app.inject({ ...post(form(length)), url: '/large?person=a' }).then((answer) => answer);
    const long = send(2_000_000);
    while (bodies.inUse() === 0) await new Promise(setImmediate);
    assert.equal((await send(10)).statusCode, 429);
    done.resolve();
    assert.equal((await long).statusCode, 200);
  });

  test('is rejected with Retry-After if no other one completes', async (t) => {
    const done = gate();
    const options = { room: 4_000_000, patience: 20, working: () => done.promise };
    const { app, bodies } = await newApp(t, options);
    // An injected request begins when its response is awaited.
    const first = app.inject(post(form(2_500_000))).then((answer) => answer);
    while (bodies.inUse() === 0) await new Promise(setImmediate);
    const second = await app.inject(post(form(2_500_000)));
    assert.deepEqual([second.statusCode, second.json().code], [503, 'unavailable']);
    assert.equal(second.headers['retry-after'], '5');
    assert.equal(second.json().message, 'Bir azdan yenidən cəhd edin');
    done.resolve();
    assert.equal((await first).statusCode, 200);
    assert.equal(bodies.inUse(), 0);
  });

  test('keeps its bytes while work on them runs, although the client disconnected', async (t) => {
    const started = gate();
    const closed = gate();
    const done = gate();
    const seen = Promise.withResolvers<number>();
    const { app, bodies } = await newApp(t);
    app.post('/waiting', { config: { largeBody: true }, bodyLimit: LIMIT }, (request, reply) =>
      withBody(request, async () => {
        reply.raw.once('close', closed.resolve);
        started.resolve();
        await done.promise;
        const { file } = request.body as { file: { bytes: Buffer } };
        seen.resolve(file.bytes.length);
        return {};
      }),
    );
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const body = form(100_000);
    const socket = connect(Number(port), '127.0.0.1');
    const head = `POST /waiting HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['content-type']}\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
    await started.promise;
    socket.destroy();
    await closed.promise;
    assert.equal(bodies.inUse(), body.length);
    done.resolve();
    assert.equal(await seen.promise, 100_000);
    while (bodies.inUse() > 0) await new Promise(setImmediate);
  });

  test('of a client that disconnects releases its memory', async (t) => {
    const { app, bodies } = await newApp(t);
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1');
    const head = `POST /large HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['content-type']}\r\n`;
    socket.write(`${head}Content-Length: 2000000\r\n\r\n`);
    socket.write(form(10));
    while (bodies.inUse() === 0) await new Promise(setImmediate);
    socket.destroy();
    while (bodies.inUse() > 0) await new Promise(setImmediate);
  });
});
