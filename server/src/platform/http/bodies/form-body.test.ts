import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod';
import { AppError } from '../../errors.ts';
import { handleErrors } from '../errors.ts';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from '../zod-schemas.ts';
import { formBodies } from './form-body.ts';
import { formFile } from './form-fields.ts';
import { withBody } from './memory/body-lease.ts';

const POOLED_LIMIT = 100_000;

/** Routes that echo their request; /pooled works on its bytes until the test releases it. */
async function newApp(
  t: TestContext,
  working: () => Promise<void> = async () => {},
  options: Parameters<typeof formBodies>[1] = {},
) {
  const app = fastify({ bodyLimit: 10_000 }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app as unknown as FastifyInstance);
  const bodies = formBodies(app as unknown as FastifyInstance, options);
  const unchanged: boolean[] = [];
  app.post('/echo', { config: {} }, (request) => ({ body: request.body ?? null }));
  app.delete('/echo', { config: {} }, (request) => ({ body: request.body ?? null }));
  app.post(
    '/file',
    {
      schema: {
        body: z.object({ file: formFile(() => 'Fayl seçin'), note: z.string().optional() }),
      },
    },
    ({ body: { file, note } }) => ({ ...file, bytes: file.bytes.toString(), note }),
  );
  app.post('/denied', { onRequest: async () => deny() }, () => 'never');
  app.post(
    '/pooled',
    {
      config: { pooledBody: true },
      bodyLimit: POOLED_LIMIT,
      schema: { body: z.object({ file: formFile(() => 'Fayl seçin') }) },
    },
    (request) =>
      withBody(request, async () => {
        const before = Buffer.from(request.body.file.bytes);
        await working();
        unchanged.push(request.body.file.bytes.equals(before));
        return { length: before.length };
      }),
  );
  t.after(() => app.close());
  return { app, bodies, unchanged };
}

function deny(): never {
  throw new AppError('forbidden', 403, 'no');
}

const multipart = 'multipart/form-data; boundary=B';
const form = (file: string | Buffer, note = '') =>
  Buffer.concat([
    Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="f.txt"\r\n\r\n'),
    Buffer.from(file),
    Buffer.from(
      `\r\n--B\r\nContent-Disposition: form-data; name="note"\r\n\r\n${note}\r\n--B--\r\n`,
    ),
  ]);

describe('a body', () => {
  const echo = async (t: TestContext, contentType: string | undefined, payload?: string) => {
    const { app } = await newApp(t);
    const headers = contentType ? { 'content-type': contentType } : {};
    const options = { method: 'POST', url: '/echo', headers } as const;
    const answer = await app.inject(payload === undefined ? options : { ...options, payload });
    return { status: answer.statusCode, ...answer.json() };
  };

  test('of JSON is read, and an empty one is {}', async (t) => {
    const json = 'application/json; charset=utf-8';
    assert.deepEqual((await echo(t, json, '{"a":["ş",1]}')).body, { a: ['ş', 1] });
    assert.deepEqual((await echo(t, json, '')).body, {});
    assert.deepEqual((await echo(t, json, ' \n')).body, {});
    assert.deepEqual((await echo(t, json)).body, {});
    assert.deepEqual((await echo(t, undefined)).body, {});
  });

  test('of urlencoded fields is read, a repeated key as a list', async (t) => {
    const type = 'application/x-www-form-urlencoded';
    assert.deepEqual((await echo(t, type, 'a=1&b=%C5%9F+x&a=2&a=3&c=')).body, {
      a: ['1', '2', '3'],
      b: 'ş x',
      c: '',
    });
    assert.deepEqual((await echo(t, type, '')).body, {});
    assert.equal((await echo(t, type, 'a=1&'.repeat(1_001))).status, 400);
  });

  test('of multipart fields is read the same way', async (t) => {
    const part = (name: string, value: string) =>
      `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${part('a', '1')}${part('b', 'ş')}${part('a', '2')}--B--\r\n`;
    assert.deepEqual((await echo(t, multipart, body)).body, { a: ['1', '2'], b: 'ş' });
  });

  test('of DELETE may be empty with any type', async (t) => {
    const { app } = await newApp(t);
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const answer = await app.inject({ method: 'DELETE', url: '/echo', headers });
      assert.deepEqual([answer.statusCode, answer.json()], [200, { body: {} }]);
    }
  });

  test('that cannot be parsed is a 400 in the usual format', async (t) => {
    const bad: [string, string][] = [
      ['application/json', '{"a":'],
      ['application/json', '\u0000'],
      [multipart, 'not a form'],
      [multipart, ''],
      ['multipart/form-data', '--B--'],
      [multipart, '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut'],
    ];
    for (const [type, body] of bad) {
      const answer = await echo(t, type, body);
      assert.deepEqual([answer.status, answer.code], [400, 'malformed'], `${type} ${body}`);
      assert.ok(answer.message && answer.requestId);
    }
  });

  test('of another type is a 415', async (t) => {
    for (const type of ['text/plain', 'application/xml', 'nonsense', 'multipart/mixed; boundary=B'])
      assert.equal((await echo(t, type, 'x')).status, 415, type);
  });

  test('cannot reach into prototypes', async (t) => {
    const part = '--B\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--B--';
    const bodies: [string, string][] = [
      ['application/json', '{"__proto__":{"admin":true},"a":{"__proto__":{"admin":true}}}'],
      [
        'application/json',
        '{"\\u005f_proto__":{"admin":true},"constructor":{"prototype":{"admin":1}}}',
      ],
      ['application/x-www-form-urlencoded', '__proto__=x&__proto__=y'],
      [multipart, part],
    ];
    for (const [type, body] of bodies) {
      const answer = await echo(t, type, body);
      assert.equal(answer.status, 200);
      assert.ok(!JSON.stringify(answer.body).includes('__proto__'), body);
      assert.equal(({} as Record<string, unknown>).admin, undefined);
    }
  });

  test('of very deep JSON does no harm', async (t) => {
    const depth = 4_900;
    const answer = await echo(t, 'application/json', '['.repeat(depth) + ']'.repeat(depth));
    assert.equal(answer.status, 200);
  });
});

describe('a file in a form', () => {
  const send = async (t: TestContext, payload: Buffer, contentType = multipart) => {
    const { app } = await newApp(t);
    const headers = { 'content-type': contentType };
    return app.inject({ method: 'POST', url: '/file', headers, payload });
  };

  test('has its name, type and bytes beside the fields', async (t) => {
    assert.deepEqual((await send(t, form('hello', 'a note'))).json(), {
      fileName: 'f.txt',
      contentType: 'application/octet-stream',
      bytes: 'hello',
      note: 'a note',
    });
  });

  test('is missing if the input was empty, or a field or JSON was sent instead', async (t) => {
    const part = (disposition: string, value: string) =>
      Buffer.from(
        `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n--B--\r\n`,
      );
    const json = Buffer.from('{"file":{"fileName":"f","contentType":"x","bytes":{"length":1}}}');
    const answers = [
      await send(t, part('name="file"; filename=""', '')),
      await send(t, part('name="file"', 'text')),
      await send(t, Buffer.from('--B--')),
      await send(t, json, 'application/json'),
    ];
    for (const answer of answers) {
      assert.equal(answer.statusCode, 400);
      assert.deepEqual(answer.json().fields, [{ path: 'file', message: 'Fayl seçin' }]);
    }
  });
});

/** A connection on which a test writes HTTP itself. */
async function dial(t: TestContext, app: { listen: FastifyInstance['listen'] }) {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const connection = () => connectTo(Number(new URL(address).port));
  const first = connection();
  t.after(() => first.socket.destroy());
  return { ...first, another: connection };
}

function connectTo(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  let text = '';
  let ended = false;
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  socket.on('close', () => {
    ended = true;
  });
  socket.on('error', () => {});
  const until = async (holds: () => boolean) => {
    while (!holds()) await after(5);
  };
  return {
    socket,
    received: () => text,
    answered: () => until(() => /\r\n\r\n[\s\S]*\}/.test(text) || ended),
    closed: () => until(() => ended),
  };
}

const head = (path: string, length: number, type = multipart) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

describe('a body that is too large', () => {
  test('is a 413 that the client can read, and the connection closes', async (t) => {
    const { app } = await newApp(t);
    const { socket, received, closed } = await dial(t, app);
    socket.write(head('/echo', 50_000, 'application/json'));
    socket.write(Buffer.alloc(50_000, ' '));
    await closed();
    assert.match(received(), /^HTTP\/1\.1 413 /);
    assert.match(received(), /connection: close/i);
    assert.match(received(), /"code":"too-large"/);
  });

  test('gets a response that also a client that reads only at the end receives', async (t) => {
    const { app } = await newApp(t);
    const { socket, received, closed } = await dial(t, app);
    socket.pause();
    socket.write(head('/echo', 3_000_000, 'application/json'));
    await new Promise((sent) => socket.write(Buffer.alloc(3_000_000, ' '), sent));
    socket.resume();
    await closed();
    assert.match(received(), /^HTTP\/1\.1 413 /);
  });

  test('is rejected in chunked encoding, too', async (t) => {
    const { app } = await newApp(t);
    const { socket, received, answered } = await dial(t, app);
    socket.write(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    for (let n = 0; n < 20; n += 1) socket.write(`400\r\n${' '.repeat(1024)}\r\n`);
    await answered();
    assert.match(received(), /^HTTP\/1\.1 413 /);
    assert.match(received(), /connection: close/i);
  });

  test('that never arrives gets a response and is disconnected', async (t) => {
    const { app } = await newApp(t);
    const { socket, received, closed } = await dial(t, app);
    socket.write(head('/echo', 5_000_000, 'application/json'));
    socket.write(' ');
    await closed();
    assert.match(received(), /^HTTP\/1\.1 413 /);
  });

  test('of a GET that never arrives blocks no other request', async (t) => {
    const { app } = await newApp(t);
    app.get('/plain', () => ({ ok: true }));
    const { socket, received, closed } = await dial(t, app);
    socket.write('GET /plain HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n');
    await closed();
    assert.match(received(), /^HTTP\/1\.1 200 /);
    assert.match(received(), /connection: close/i);
  });

  test('without permission is rejected without buffering it', async (t) => {
    const { app } = await newApp(t);
    const { socket, received, answered } = await dial(t, app);
    socket.write(head('/denied', 5_000));
    socket.write(Buffer.alloc(5_000, 'x'));
    await answered();
    assert.match(received(), /^HTTP\/1\.1 403 /);
    // Unread bytes must not be parsed as the next request.
    socket.write(`GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n`);
    await after(50);
    assert.doesNotMatch(received(), /400 Bad Request/);
  });
});

describe('bodies that arrive in pieces', () => {
  const maxGathered = { visitors: 10_000, signedIn: 10_000 };
  const json = (text: string) => JSON.stringify({ text });
  const send = (path: string, text: string) =>
    `${head(path, json(text).length, 'application/json')}${json(text)}`;

  test('evict the oldest when there are too many', { timeout: 10_000 }, async (t) => {
    const { app, bodies } = await newApp(t, undefined, { maxGathered });
    const slow = await dial(t, app);
    slow.socket.write(head('/echo', 9_000, 'application/json'));
    slow.socket.write(' '.repeat(6_000));
    while (bodies.bytesBuffered() < 6_000) await new Promise(setImmediate);
    const quick = slow.another();
    quick.socket.write(send('/echo', 'x'.repeat(6_000)));
    await Promise.all([quick.answered(), slow.closed()]);
    assert.match(quick.received(), /^HTTP\/1\.1 200 /);
    assert.match(slow.received(), /^HTTP\/1\.1 503 [\s\S]*"code":"unavailable"/);
    assert.match(slow.received(), /retry-after: 5/i);
    assert.equal(bodies.bytesBuffered(), 0);
  });

  test('release their memory when they are complete, too large or cut off', {
    timeout: 10_000,
  }, async (t) => {
    const { app, bodies } = await newApp(t, undefined, { maxGathered });
    const { another } = await dial(t, app);
    for (let round = 0; round < 5; round += 1) {
      const { socket, answered } = another();
      socket.write(send('/echo', 'x'.repeat(9_000)));
      await answered();
      socket.destroy();
      const cut = another();
      cut.socket.write(head('/echo', 9_000, 'application/json'));
      cut.socket.write(' '.repeat(5_000));
      while (bodies.bytesBuffered() < 5_000) await new Promise(setImmediate);
      cut.socket.destroy();
      while (bodies.bytesBuffered() > 0) await new Promise(setImmediate);
    }
  });
});

describe('a leased buffer', () => {
  const body = (fill: string) => form(Buffer.alloc(90_000, fill));

  test('returns to the pool after the response, and after every kind of error', async (t) => {
    const { app, bodies } = await newApp(t);
    const { socket, answered, received } = await dial(t, app);
    socket.write(Buffer.concat([Buffer.from(head('/pooled', body('a').length)), body('a')]));
    await answered();
    assert.match(received(), /"length":90000/);
    assert.equal(bodies.buffersInUse(), 0);
    for (const bad of [Buffer.from('not a form'), Buffer.from('--B--'), Buffer.alloc(0)]) {
      const options = { headers: { 'content-type': multipart }, payload: bad };
      const answer = await app.inject({ method: 'POST', url: '/pooled', ...options });
      assert.equal(answer.statusCode, 400);
    }
    assert.equal(bodies.buffersInUse(), 0);
  });

  test('returns to the pool when the client disconnects in the middle of its body', async (t) => {
    const { app, bodies } = await newApp(t);
    const { socket } = await dial(t, app);
    socket.write(head('/pooled', body('a').length));
    socket.write(body('a').subarray(0, 50_000));
    while (bodies.buffersInUse() === 0) await after(5);
    socket.destroy();
    while (bodies.buffersInUse() > 0) await after(5);
  });

  test('is optional: with all buffers leased by stalled uploads, other requests continue', async (t) => {
    const { app, bodies } = await newApp(t);
    const first = await dial(t, app);
    const stalled = [first, ...Array.from({ length: 69 }, first.another)];
    for (const { socket } of stalled) socket.write(`${head('/pooled', body('a').length)}--B`);
    while (bodies.buffersInUse() < 64) await after(5);
    const one = first.another();
    one.socket.write(Buffer.concat([Buffer.from(head('/pooled', body('b').length)), body('b')]));
    await one.answered();
    assert.match(one.received(), /"length":90000/);
    for (const { socket } of [...stalled, one]) socket.destroy();
    while (bodies.buffersInUse() > 0) await after(5);
  });

  test('is not reused while work on it runs, even if its client disconnected', async (t) => {
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let working = 0;
    const { app, bodies, unchanged } = await newApp(t, async () => {
      working += 1;
      if (working === 1) await gate;
    });
    const first = await dial(t, app);
    first.socket.write(Buffer.concat([Buffer.from(head('/pooled', body('a').length)), body('a')]));
    while (working === 0) await after(5);
    first.socket.destroy();
    await after(50);
    assert.equal(bodies.buffersInUse(), 1, 'still leased');
    const second = first.another();
    second.socket.write(Buffer.concat([Buffer.from(head('/pooled', body('b').length)), body('b')]));
    await second.answered();
    second.socket.destroy();
    go();
    while (bodies.buffersInUse() > 0) await after(5);
    assert.deepEqual(unchanged, [true, true]);
  });
});
