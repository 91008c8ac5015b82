import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { errorBody } from '@deqiq/contract/shared/errors.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { clientNetwork } from './connections/address.ts';

/** Sends bytes on a socket. Returns the response until its end or until the server closes the socket. */
async function raw(app: World['app'], bytes: string): Promise<string> {
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  const answer = (await Array.fromAsync(socket.setEncoding('utf8'))).join('');
  return answer;
}

test('a route without access fails the start', async (t) => {
  const { buildApp } = await import('../../app.ts');
  assert.equal(typeof buildApp, 'function');
  const { default: fastify } = await import('fastify');
  const { authHook } = await import('../../features/people/auth/auth.hook.ts');
  const app = fastify();
  t.after(() => app.close());
  authHook(app, {} as never);
  assert.throws(() => app.get('/open', async () => 'x'), /names no access/);
});

test('an unknown path under /api is an error in the usual format', async (t) => {
  const { visitor, admin } = await newWorld(t);
  assert.equal((await visitor.get('/api/nothing')).refused(404).code, 'not-found');
  assert.equal((await admin.post('/api/admin/nothing')).refused(404).message, 'Not found');
  (await visitor.get('/api')).refused(404);
});

test('every response of the API is private and inert', async (t) => {
  const { admin } = await newWorld(t);
  const { headers } = (await admin.get('/api/admin/partners')).response;
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  assert.match(String(headers['content-type']), /^application\/json/);
});

test('a body that cannot be parsed is 400 with a message, whatever its type', async (t) => {
  const { admin } = await newWorld(t);
  const bodies: [string, string][] = [
    ['application/json', '{"firstName":'],
    ['application/json', 'null'],
    ['application/json', '"text"'],
    ['application/json', '[]'],
    ['application/json', '{"__proto__":{"role":"admin"}}'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', 'nothing of the kind'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'],
  ];
  for (const [type, payload] of bodies) {
    const headers = { 'content-type': type };
    const answer = await admin.send({
      method: 'POST',
      url: '/api/admin/partners',
      payload,
      headers,
    });
    assert.ok(answer.refused(400).message.length > 0, `${type}: ${payload}`);
  }
  const xml = { 'content-type': 'application/xml' };
  const url = '/api/admin/partners';
  (await admin.send({ method: 'POST', url, payload: '<a/>', headers: xml })).refused(415);
});

test('a body above the limit of its route is 413 and closes the connection', async (t) => {
  const { admin } = await newWorld(t);
  const answer = await admin.post('/api/admin/partners', { firstName: 'x'.repeat(2_000_000) });
  assert.equal(answer.refused(413).code, 'too-large');
});

test('a forbidden request is rejected before its body is read', async (t) => {
  const { visitor } = await newWorld(t);
  const headers = { 'content-type': 'application/json' };
  const url = '/api/admin/partners';
  (await visitor.send({ method: 'POST', url, payload: '{broken', headers })).refused(401);
});

test('bytes that are not HTTP get a 400 and are disconnected', async (t) => {
  const { app } = await newWorld(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  for (const bytes of [
    'NONSENSE\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
    'POST /api/admin/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
  ]) {
    const answer = await raw(app, bytes);
    assert.match(answer, /^HTTP\/1\.1 4\d\d /, bytes.slice(0, 60));
    errorBody.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
  }
  assert.match(
    await raw(app, 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    / 400 /,
  );
});

test('IPv6 clients of one /64 are one client, in one network with their /48', () => {
  const host = (address: string) => clientNetwork(address).host;
  const network = (address: string) => clientNetwork(address).network;
  assert.equal(host('2001:db8:1:2:3:4:5:6'), host('2001:0DB8:1:2::9'));
  assert.notEqual(host('2001:db8:1:2::1'), host('2001:db8:1:3::1'));
  assert.equal(network('2001:db8:1:2::1'), network('2001:db8:1:3::1'));
  assert.notEqual(network('2001:db8:1::1'), network('2001:db8:2::1'));
  assert.equal(host('::1'), '0:0:0:0::/64');
  assert.equal(host('::ffff:10.0.0.1'), '10.0.0.1');
  assert.equal(host('10.0.0.1'), '10.0.0.1');
  assert.equal(network('10.0.0.77'), network('10.0.0.1'));
});
