import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { isUnavailable } from '../../errors.ts';
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
  const location = parseS3Url(`s3://bucket?endpoint=${endpoint}&path-style=1`);
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

test('the store can compare the bytes that it receives with their MD5', async (t) => {
  const checksums: unknown[] = [];
  const blobs = await storeOf(t, (request, response) => {
    checksums.push(request.headers['content-md5']);
    request.resume();
    response.writeHead(200, { etag: '"encrypted"' }).end();
  });
  await blobs.put('one', Buffer.from('x'));
  await blobs.putPart({ name: 'one', id: 'upload' }, 1, Buffer.from('x'));
  const md5 = createHash('md5').update('x').digest('base64');
  assert.deepEqual(checksums, [md5, md5]);
});

test('a store that ends the connection in the middle is unavailable', async (t) => {
  const blobs = await storeOf(t, (request, response) => {
    sendHalf(request, response);
    setImmediate(() => response.destroy());
  });
  await assert.rejects(blobs.get('one', WHOLE), isUnavailable);
});
