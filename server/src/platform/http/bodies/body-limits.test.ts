import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { FILE_NAME_MAX, MAX_FILES_PER_CALL, TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { BODY_LIMIT } from './body-limits.ts';

/** A letter of three bytes, which a form percent-encodes as nine. */
const WIDE = '…';

const urlencoded = (client: Client, url: string, fields: Record<string, string>) =>
  client.send({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const json = (client: Client, url: string, length: number) =>
  client.send({
    method: 'POST',
    url,
    payload: `{"x":"${'y'.repeat(length - 8)}"}`,
    headers: { 'content-type': 'application/json' },
  });

test('the longest texts fit into every form, in the widest encoding', async (t) => {
  const { visitor, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const message = WIDE.repeat(TEXT_MAX);
  const fullName = WIDE.repeat(200);
  const contact = { fullName, phone: '+994501234567', email: 'a@example.az', message };
  (await urlencoded(visitor, '/api/misc/contact-message', contact)).ok();
  (await urlencoded(client, '/api/partner/misc/report', { message })).ok();
});

test('the longest list of files fits into a checkup', async (t) => {
  const { admin, addPartner } = await newWorld(t);
  const { _id: partner } = await addPartner();
  const xrayFiles = Array.from({ length: MAX_FILES_PER_CALL }, (_, index) => ({
    fileId: String(index).padStart(100, 'x'),
    fileName: `${WIDE.repeat(FILE_NAME_MAX - 4)}.dcm`,
  }));
  const fields = { partner, firstName: 'Nigar', lastName: 'Hüseynova' };
  const answer = await urlencoded(admin, '/api/admin/checkups', {
    ...fields,
    xrayFiles: JSON.stringify(xrayFiles),
  });
  assert.match(answer.refused(404).message, /not found/);
});

test('a body beyond the limit of its route is 413', async (t) => {
  const { visitor, admin, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  const cases: [Client, string, number][] = [
    [visitor, '/api/admin/auth/login', BODY_LIMIT.auth],
    [visitor, '/api/partner/auth/login', BODY_LIMIT.auth],
    [visitor, '/api/misc/contact-message', BODY_LIMIT.default],
    [client, '/api/partner/misc/report', BODY_LIMIT.default],
    [client, '/api/partner/misc/create-checkup', BODY_LIMIT.default],
    [admin, '/api/admin/partners', BODY_LIMIT.default],
    [admin, '/api/admin/checkups', BODY_LIMIT.fileList],
  ];
  (await json(admin, '/api/admin/auth/logout', BODY_LIMIT.auth + 1)).refused(413);
  for (const [person, url, limit] of cases) {
    assert.notEqual((await json(person, url, limit)).status, 413, url);
    assert.equal((await json(person, url, limit + 1)).refused(413).code, 'too-large', url);
    if (url.endsWith('logout'))
      await person.signIn('admin', { username: '', password: '' }).catch(() => {});
  }
});

test('an existing path with another method is 405 and lists the allowed ones', async (t) => {
  const { visitor, admin } = await newWorld(t);
  const cases: [Client, 'GET' | 'POST' | 'DELETE' | 'OPTIONS', string, string, string][] = [
    [admin, 'DELETE', '/api/admin/partners', 'GET, HEAD, POST', 'Not allowed here'],
    [visitor, 'GET', '/api/admin/auth/login', 'POST', 'Not allowed here'],
    [visitor, 'GET', '/api/partner/auth/login?x=1', 'POST', 'Burada icazə verilmir'],
    [visitor, 'OPTIONS', '/api/misc/clinics', 'GET, HEAD', 'Burada icazə verilmir'],
    [visitor, 'POST', '/api/admin/partner-stats/overview', 'GET, HEAD', 'Not allowed here'],
    [visitor, 'POST', '/healthz', 'GET, HEAD', 'Burada icazə verilmir'],
  ];
  for (const [client, method, url, allow, message] of cases) {
    const answer = await client.send({ method, url });
    assert.deepEqual(
      [answer.refused(405).code, answer.refused(405).message, answer.response.headers.allow],
      ['method-not-allowed', message, allow],
      `${method} ${url}`,
    );
  }
  for (const url of ['/api/nothing', '/api/admin/checkups/x/y/z', '/nothing'])
    (await admin.send({ method: 'POST', url })).refused(404);
});

test('a request to an unknown path is rejected before its body is read', {
  timeout: 10_000,
}, async (t) => {
  const { app } = await newWorld(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  for (const [path, status] of [
    ['/api/nothing', 404],
    ['/nothing', 404],
    ['/api/misc/clinics', 405],
  ] as const) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const type = 'Content-Type: application/json';
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 60000\r\n\r\n{`);
    const answer = (await Array.fromAsync(socket.setEncoding('utf8'))).join('');
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), path);
    assert.match(answer, /connection: close/i);
  }
});

test('partners read Azerbaijani for a bad page, a bad limit and their log-out', async (t) => {
  const { admin, signedInPartner } = await newWorld(t);
  const { client } = await signedInPartner();
  for (const list of ['checkups', 'labs', 'payments']) {
    const url = `/api/partner/misc/${list}`;
    const { message: page } = (await client.get(`${url}?page=0`)).refused(400);
    const { message: limit } = (await client.get(`${url}?limit=101`)).refused(400);
    assert.match(page, /^Səhifənin nömrəsi/);
    assert.match(limit, /^Səhifədəki sətirlərin sayı/);
  }
  assert.match((await admin.get('/api/admin/labs?page=0')).refused(400).message, /^The page/);
  const answer = await client.post('/api/partner/auth/logout');
  assert.deepEqual(answer.ok(), { message: 'Hesabdan uğurla çıxdınız.' });
});
