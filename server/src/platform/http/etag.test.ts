import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startServerCluster } from '@deqiq/testkit/process/server-cluster.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const URL = '/api/admin/partners';
const OWN_CHECKUPS = '/api/partner/misc/checkups';

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

test("an examination of another clinic leaves a doctor's unchanged poll without a body", async (t) => {
  const { signedInPartner, addCheckup, addPartner } = await newWorld(t);
  const { partner, client } = await signedInPartner();
  await addCheckup({ partner: partner._id });
  const { headers } = (await client.get(OWN_CHECKUPS)).response;
  const poll = { 'if-none-match': String(headers.etag) };
  await addCheckup({ partner: (await addPartner())._id });
  const unchanged = await client.get(OWN_CHECKUPS, poll);
  assert.equal(unchanged.status, 304);
  assert.equal(unchanged.response.body, '');
  await addCheckup({ partner: partner._id });
  assert.equal((await client.get(OWN_CHECKUPS, poll)).status, 200);
});

test('a poll that alternates between two nodes gets 304 from both', {
  skip: process.env.TEST_DATABASE !== 'postgres' && 'SQLite has one node',
}, async (t) => {
  const { ports, tokenFor, addPartner } = await startServerCluster(t);
  const token = await tokenFor('partner', (await addPartner()).login);
  const nodes = ports.map((port) => new ApiClient(port, token));
  const tags = new Set<string | null>();
  for (const node of nodes) tags.add((await node.send('GET', OWN_CHECKUPS)).headers.get('etag'));
  assert.equal(tags.size, 1);
  const headers = { 'if-none-match': String([...tags][0]) };
  for (const node of nodes)
    assert.equal((await node.send('GET', OWN_CHECKUPS, undefined, headers)).status, 304);
});
