import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http, {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { createCertificate } from '@deqiq/testkit/process/certificate.ts';
import { parseS3Url } from '../s3-url.ts';
import { pauseAfter } from './attempts.ts';
import { findBucketAddress } from './bucket-address.ts';
import { openS3Client, type S3Request } from './s3-client.ts';
import { isNetworkError, S3Error, S3TimeoutError } from './s3-error.ts';

const key = { accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1' };

/** Milliseconds. */
const SHORT = { connection: 100, idle: 100 };
const LONG = { connection: 60_000, idle: 60_000 };

const HEAD: S3Request = { method: 'HEAD', key: 'one' };
const GET: S3Request = { method: 'GET', key: 'one' };

interface Options {
  readonly server?: Server;
  readonly origin?: string;
  readonly timeouts?: typeof SHORT;
  readonly now?: () => number;
}

/** A client of a store whose server answers like this. Its pauses are as short as they can be. */
async function clientOf(t: TestContext, listener: RequestListener, options: Options = {}) {
  const { server = createServer(), origin = 'http://127.0.0.1' } = options;
  const { timeouts = SHORT, now = Date.now } = options;
  server.on('request', listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `${origin}:${(server.address() as AddressInfo).port}`;
  const address = findBucketAddress(parseS3Url(`s3://bucket?endpoint=${endpoint}&path-style=1`));
  const client = openS3Client({ address, key, timeouts, now });
  t.mock.method(Math, 'random', () => 0);
  t.after(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
  return client;
}

/** Answers one after the other; the last one also to all further requests. Contains the number of requests. */
function answers(...each: readonly ((response: ServerResponse) => unknown)[]) {
  const counter = { requests: 0, bodies: [] as string[] };
  const listener: RequestListener = async (request, response) => {
    const answer = each[Math.min(counter.requests, each.length - 1)];
    counter.requests += 1;
    counter.bodies.push((await buffer(request)).toString());
    answer?.(response);
  };
  return { counter, listener };
}

const succeed = (response: ServerResponse) => response.end('<Done/>');
const fail = (status: number, code: string) => (response: ServerResponse) =>
  response.writeHead(status).end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>\n`);
const stop = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': 10 });
  response.write('12345');
};

describe('a request is repeated, with its body, after', () => {
  for (const { what, answer, root } of [
    { what: 'an internal error', answer: fail(500, 'InternalError') },
    { what: 'a bad gateway', answer: (response: ServerResponse) => response.writeHead(502).end() },
    { what: 'an outage', answer: fail(503, 'ServiceUnavailable') },
    { what: 'too many requests', answer: fail(429, 'TooManyRequests') },
    { what: 'SlowDown', answer: fail(400, 'SlowDown') },
    { what: 'a timeout that the store noticed', answer: fail(408, '') },
    { what: 'RequestTimeout', answer: fail(400, 'RequestTimeout') },
    { what: 'silence', answer: () => {} },
    { what: 'half a response', answer: stop },
    { what: 'a reset', answer: (response: ServerResponse) => response.destroy() },
    { what: 'an error inside a success', answer: fail(200, 'InternalError') },
    {
      what: 'a success without its element',
      answer: (response: ServerResponse) => response.end(),
      root: 'Done',
    },
  ])
    test(what, async (t) => {
      const { counter, listener } = answers(answer, answer, answer, succeed);
      const client = await clientOf(t, listener);
      const body = Buffer.from('x');
      const { text } = await client.call({ method: 'PUT', key: 'one', body }, root);
      assert.equal(text, '<Done/>');
      assert.deepEqual(counter.bodies, ['x', 'x', 'x', 'x']);
    });
});

test('a request is sent at most four times', async (t) => {
  const { counter, listener } = answers(fail(503, 'SlowDown'));
  const client = await clientOf(t, listener);
  await assert.rejects(client.call(HEAD), (error) => (error as S3Error).status === 503);
  assert.equal(counter.requests, 4);
});

describe('a request is not repeated after', () => {
  for (const [status, code] of [
    [301, 'PermanentRedirect'],
    [400, 'InvalidRequest'],
    [403, 'AccessDenied'],
    [404, 'NoSuchKey'],
    [501, 'NotImplemented'],
    [507, 'InsufficientStorage'],
  ] as const)
    test(`${status} ${code}`, async (t) => {
      const { counter, listener } = answers(fail(status, code), succeed);
      const client = await clientOf(t, listener);
      const isExpected = (error: unknown) => error instanceof S3Error && error.code === code;
      await assert.rejects(client.call(GET), isExpected);
      assert.equal(counter.requests, 1);
    });
});

test('pauses double, longer ones after SlowDown, and follow Retry-After up to a limit', (t) => {
  t.mock.method(Math, 'random', () => 1);
  const slow = new S3Error(503, {}, '<Code>SlowDown</Code>');
  const waiting = (seconds: string) => new S3Error(503, { 'retry-after': seconds }, '');
  const pauses = (error: unknown) => [1, 2, 3].map((attempt) => pauseAfter(error, attempt));
  assert.deepEqual(pauses(new S3TimeoutError()), [50, 100, 200]);
  assert.deepEqual(pauses(slow), [1_000, 2_000, 4_000]);
  assert.deepEqual(pauses(waiting('2')), [2_000, 2_000, 2_000]);
  assert.deepEqual(pauses(waiting('60')), [5_050, 5_100, 5_200]);
  assert.deepEqual(pauses(waiting('Fri, 24 May 2013 00:00:00 GMT')), [50, 100, 200]);
});

test('a host that accepts no connection is given up', async (t) => {
  const client = await clientOf(t, () => {});
  // Neither connects nor fails.
  const connect = t.mock.method(net.Socket.prototype, 'connect', function (this: net.Socket) {
    return Object.assign(this, { connecting: true });
  });
  await assert.rejects(client.call(HEAD), S3TimeoutError);
  assert.equal(connect.mock.callCount(), 4);
});

test('a request that finds no free connection is given up', async (t) => {
  const client = await clientOf(t, () => {});
  const prototype = http.Agent.prototype as unknown as { addRequest(): void };
  t.mock.method(prototype, 'addRequest', () => {});
  await assert.rejects(client.call(HEAD), S3TimeoutError);
});

test('a reused connection has no time limit but that of silence', async (t) => {
  const timeouts = { connection: 200, idle: 60_000 };
  const { counter, listener } = answers(succeed, (response) =>
    setTimeout(() => response.end(), 2 * timeouts.connection),
  );
  const client = await clientOf(t, listener, { timeouts });
  await client.call(GET);
  await client.call(GET);
  assert.equal(counter.requests, 2);
});

test('a body that stops is a timeout for its reader', async (t) => {
  const { listener } = answers(stop);
  const client = await clientOf(t, listener);
  await assert.rejects(buffer(await client.open(GET)), S3TimeoutError);
});

test('a signal ends all attempts', { timeout: 10_000 }, async (t) => {
  const abort = new AbortController();
  const { counter, listener } = answers(() => abort.abort());
  const client = await clientOf(t, listener, { timeouts: LONG });
  await assert.rejects(client.call({ ...HEAD, signal: abort.signal }), S3TimeoutError);
  assert.equal(counter.requests, 1);
});

test('the key of a request is encoded', async (t) => {
  const urls: unknown[] = [];
  const client = await clientOf(t, ({ url }, response) => {
    urls.push(url);
    response.end();
  });
  await client.call({ method: 'HEAD', key: 'a b/+ə', query: { 'x-y': '/' } });
  await client.call({ method: 'HEAD' });
  assert.deepEqual(urls, ['/bucket/a%20b/%2B%C9%99?x-y=%2F', '/bucket/']);
});

test('a connection is reused, also after an error', async (t) => {
  const server = createServer();
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const { listener } = answers(fail(503, 'SlowDown'), fail(404, 'NoSuchKey'), succeed);
  const client = await clientOf(t, listener, { server });
  await assert.rejects(client.call(GET), S3Error);
  for (let count = 0; count < 3; count += 1) await client.call(GET);
  assert.equal(connections, 1);
});

test('a body that the caller destroys ends its request', async (t) => {
  const closed = Promise.withResolvers<void>();
  const client = await clientOf(t, (_request, response) => {
    response.on('close', closed.resolve);
    stop(response);
  });
  const body = await client.open(GET);
  body.destroy();
  await closed.promise;
});

test('a wrong clock is corrected by that of the store', async (t) => {
  const dates: unknown[] = [];
  const listener: RequestListener = ({ headers }, response) => {
    dates.push(headers['x-amz-date']);
    response.setHeader('date', 'Fri, 24 May 2013 00:00:00 GMT');
    if (dates.length === 1) fail(403, 'RequestTimeTooSkewed')(response);
    else if (dates.length === 2) succeed(response);
    else fail(403, 'AccessDenied')(response);
  };
  const client = await clientOf(t, listener, { now: () => Date.UTC(2013, 4, 24, 1) });
  await client.call(HEAD);
  await assert.rejects(client.call(HEAD), S3Error);
  assert.deepEqual(dates, ['20130524T010000Z', '20130524T000000Z', '20130524T000000Z']);
});

test('the store is a host whose certificate is trusted', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-s3-'));
  t.after(() => rm(folder, { recursive: true }));
  const paths = createCertificate(folder, 'localhost');
  const cert = readFileSync(paths.cert, 'utf8');
  const server = https.createServer({ key: readFileSync(paths.key), cert });
  const { counter, listener } = answers(succeed);
  const client = await clientOf(t, listener, { server, origin: 'https://localhost' });
  await assert.rejects(client.call(HEAD), (error) => !isNetworkError(error));
  assert.equal(counter.requests, 0);
  const trusted = tls.getCACertificates('default');
  t.after(() => tls.setDefaultCACertificates(trusted));
  tls.setDefaultCACertificates([...trusted, cert]);
  await client.call(HEAD);
});
