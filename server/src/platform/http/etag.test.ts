import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newWorld } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/partners';

test('an unchanged poll gets no body and the same privacy headers', async (t) => {
  const { admin } = await newWorld(t);
  const { headers } = (await admin.get(URL)).response;
  const again = await admin.get(URL, { 'if-none-match': String(headers.etag) });
  assert.equal(again.status, 304);
  assert.equal(again.response.body, '');
  for (const name of ['etag', 'cache-control', 'content-security-policy'])
    assert.equal(again.response.headers[name], headers[name], name);
});

test('an error has no tag, so that no client can poll it', async (t) => {
  const { admin, visitor } = await newWorld(t);
  const refused = [await admin.get(`${URL}?page=none`), await visitor.get(URL)];
  for (const { status, response } of refused) {
    assert(status === 400 || status === 401);
    assert.equal(response.headers.etag, undefined);
  }
});

test('a tag is useless to other people and after signing out', async (t) => {
  const { admin, visitor, signInAdmin } = await newWorld(t);
  const tag = { 'if-none-match': String((await admin.get(URL)).response.headers.etag) };
  (await visitor.get(URL, tag)).refused(401);
  assert.equal((await (await signInAdmin()).get(URL, tag)).status, 200);
  await admin.post('/api/admin/auth/logout');
  (await admin.get(URL, tag)).refused(401);
});
