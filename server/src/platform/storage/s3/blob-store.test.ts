import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { isDiskFull, isUnavailable } from '../../errors.ts';
import { describeFailure, isOutage, MissingBlob } from './blob-errors.ts';
import { openBlobStore } from './blob-store.ts';
import { parseS3Url } from './s3-url.ts';

/** Milliseconds. */
const TIMEOUT = 100;

const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };

/** A store whose server answers like this. */
async function storeOf(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const location = parseS3Url(`s3://bucket/prefix?endpoint=${endpoint}&path-style=1`);
  const blobs = await openBlobStore(location, credentials, TIMEOUT);
  t.after(() => {
    blobs.close();
    server.closeAllConnections();
    server.close();
  });
  return blobs;
}

/** Sends half of the ten bytes that were requested. */
const sendHalf: RequestListener = (_request, response) => {
  response.writeHead(206, { 'content-length': 10 });
  response.write('12345');
};

const WHOLE = { start: 0, end: 10 };

test('a store that does not answer is unavailable', { timeout: 10_000 }, async (t) => {
  let requests = 0;
  const blobs = await storeOf(t, () => {
    requests += 1;
  });
  await assert.rejects(blobs.put('one', Buffer.from('x')), isUnavailable);
  assert.ok(requests > 1);
});

test('a store that stops in the middle is unavailable', { timeout: 10_000 }, async (t) => {
  const blobs = await storeOf(t, sendHalf);
  await assert.rejects(blobs.get('one', WHOLE), isUnavailable);
  await assert.rejects(blobs.getWhole('one'), isUnavailable);
  await assert.rejects(buffer(await blobs.openRange('one', WHOLE)));
});

test('a range has the bytes that were requested, or is an error', async (t) => {
  const ranges: unknown[] = [];
  const blobs = await storeOf(t, ({ headers }, response) => {
    ranges.push(headers.range);
    response.writeHead(206).end('0123456789');
  });
  assert.equal((await blobs.get('one', WHOLE)).toString(), '0123456789');
  await assert.rejects(blobs.get('one', { start: 5, end: 20 }), /shorter/);
  assert.deepEqual(ranges, ['bytes=0-9', 'bytes=5-19']);
});

test('the store can compare the bytes that it receives with their MD5 and SHA-256', async (t) => {
  const checksums: unknown[] = [];
  const blobs = await storeOf(t, (request, response) => {
    const { headers } = request;
    checksums.push([headers['content-md5'], headers['x-amz-content-sha256']]);
    request.resume();
    response.writeHead(200, { etag: '"encrypted"' }).end();
  });
  const bytes = Buffer.alloc(2_500_000, 'x');
  await blobs.put('one', bytes);
  await blobs.putPart({ name: 'one', id: 'upload' }, 1, bytes);
  const expected = [hash('md5', bytes, 'base64'), hash('sha256', bytes)];
  assert.deepEqual(checksums, [expected, expected]);
});

test('a store that ends the connection in the middle is unavailable', async (t) => {
  const blobs = await storeOf(t, (request, response) => {
    sendHalf(request, response);
    setImmediate(() => response.destroy());
  });
  await assert.rejects(blobs.get('one', WHOLE), isUnavailable);
});

const fail =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);

test('a missing blob has no size and no bytes, and is removed already', async (t) => {
  const blobs = await storeOf(t, fail(404, 'NoSuchKey'));
  await assert.rejects(blobs.get('one', WHOLE), MissingBlob);
  await assert.rejects(blobs.openRange('one', WHOLE), MissingBlob);
  assert.equal(await blobs.getWhole('one'), undefined);
  assert.equal(await blobs.size('one'), undefined);
  await blobs.abortParts({ name: 'one', id: 'upload' });
});

test('a missing bucket is an outage for those who read', async (t) => {
  const blobs = await storeOf(t, fail(404, 'NoSuchBucket'));
  await assert.rejects(blobs.get('one', WHOLE), isUnavailable);
});

test('a full store is a 507', async (t) => {
  const blobs = await storeOf(t, fail(403, 'QuotaExceeded'));
  await assert.rejects(blobs.put('one', Buffer.from('x')), isDiskFull);
});

test('parts are joined by one request, whose success is its body', async (t) => {
  const bodies: string[] = [];
  let isFailing = true;
  t.mock.method(Math, 'random', () => 0);
  const blobs = await storeOf(t, async (request, response) => {
    if (request.method === 'HEAD') return response.writeHead(200, { 'content-length': 7 }).end();
    bodies.push(`${request.method} ${request.url} ${await text(request)}`);
    // The status is sent before the store knows the result.
    response.write('<?xml version="1.0"?>');
    if (isFailing) return response.end();
    return response.end('<CompleteMultipartUploadResult/>');
  });
  const finish = async () =>
    blobs.finishParts({ name: 'one', id: 'a/b' }, [{ number: 1, etag: '"e"' }]);
  await assert.rejects(finish, isUnavailable);
  isFailing = false;
  assert.equal(await finish(), 7);
  const list =
    '<Part><PartNumber>1</PartNumber><ETag>&#34;e&#34;</ETag></Part></CompleteMultipartUpload>';
  assert.equal(bodies.length, 5);
  for (const body of bodies) {
    assert.ok(body.startsWith('POST /bucket/prefix/one?uploadId=a%2Fb '));
    assert.ok(body.endsWith(list));
  }
});

test('a listing has pages, and names with entities', async (t) => {
  const urls: unknown[] = [];
  const entry = (key: string) =>
    `<Contents><Key>prefix/${key}</Key><LastModified>2026-11-20T10:30:00.000Z</LastModified><Size>3</Size></Contents>`;
  const blobs = await storeOf(t, ({ url }, response) => {
    urls.push(url);
    const rest =
      urls.length === 1
        ? `${entry('a')}<NextContinuationToken>1&amp;2=</NextContinuationToken>`
        : entry('&lt;&#x259;&amp;amp;');
    response.end(`<ListBucketResult><Name>bucket</Name>${rest}</ListBucketResult>`);
  });
  const modifiedAt = Date.UTC(2026, 10, 20, 10, 30);
  assert.deepEqual(await Array.fromAsync(blobs.list()), [
    { name: 'a', size: 3, modifiedAt },
    { name: '<ə&amp;', size: 3, modifiedAt },
  ]);
  assert.deepEqual(urls, [
    '/bucket/?list-type=2&prefix=prefix%2F',
    '/bucket/?list-type=2&prefix=prefix%2F&continuation-token=1%262%3D',
  ]);
});

test('a page of another program is no empty listing', async (t) => {
  t.mock.method(Math, 'random', () => 0);
  const blobs = await storeOf(t, (_request, response) => response.end('<html></html>'));
  await assert.rejects(Array.fromAsync(blobs.list()), isUnavailable);
});

describe('a ping', () => {
  for (const { status, isAway, reason } of [
    { status: 403, isAway: false, reason: /refuses AWS_ACCESS_KEY_ID .* \(403\)$/ },
    { status: 404, isAway: false, reason: /^there is no such bucket$/ },
    { status: 400, isAway: false, reason: /^it answers 400$/ },
    { status: 503, isAway: true, reason: /^it answers 503$/ },
  ])
    test(`tells what ${status} means`, async (t) => {
      t.mock.method(Math, 'random', () => 0);
      const blobs = await storeOf(t, (_request, response) => response.writeHead(status).end());
      await assert.rejects(blobs.ping(), (error) => {
        assert.equal(isOutage(error), isAway);
        assert.match(describeFailure(error), reason);
        return true;
      });
    });

  test('of a store that is away is an outage', async (t) => {
    const blobs = await storeOf(t, (request) => request.socket.destroy());
    await assert.rejects(blobs.ping(), (error) => {
      assert.equal(describeFailure(error), 'ECONNRESET');
      return isOutage(error);
    });
  });

  test('of a silent store ends before all attempts', async (t) => {
    let requests = 0;
    const abort = new AbortController();
    const timeout = t.mock.method(AbortSignal, 'timeout', () => abort.signal);
    const blobs = await storeOf(t, () => {
      requests += 1;
      abort.abort();
    });
    await assert.rejects(blobs.ping(), isOutage);
    assert.equal(requests, 1);
    assert.deepEqual(timeout.mock.calls[0]?.arguments, [10_000]);
  });
});
