import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { storageEnvironment } from '@deqiq/testkit/object-store/new-s3-storage.ts';
import { newSilentStore } from '@deqiq/testkit/object-store/silent-store.ts';
import { startWithoutWaiting } from '@deqiq/testkit/process/starting-server.ts';

/** Milliseconds in which a node must give an attempt up, whatever the store does. */
const PATIENCE = { timeout: 60_000 };

async function startNode(t: TestContext, env: Readonly<Record<string, string>>) {
  const { drop, ...location } = await freshDatabase();
  const secret = { SESSION_SECRET: 'a secret of thirty-two characters' };
  const node = await startWithoutWaiting(t, { ...location, env: { ...env, ...secret } });
  t.after(drop);
  return node;
}

test(
  'a node before a silent object store waits, and is ready when it answers',
  PATIENCE,
  async (t) => {
    const store = await newSilentStore(t);
    const node = await startNode(t, store.env);
    await node.untilStatus('/healthz', 200);
    assert.equal(await node.status('/readyz'), 503);
    store.answer();
    await node.untilStatus('/readyz', 200);
    const { status, stderr } = await node.terminate();
    assert.equal(status, 0);
    assert.match(stderr, /^Waiting, and trying again: The object store \(STORAGE_URL, bucket .+\n/);
  },
);

for (const { what, wrong, reason } of [
  {
    what: 'key',
    wrong: { AWS_SECRET_ACCESS_KEY: 'wrong' },
    reason: /bucket .+: it refuses AWS_ACCESS_KEY_ID with its AWS_SECRET_ACCESS_KEY \(403\)\.$/,
  },
  {
    what: 'bucket',
    wrong: { STORAGE_URL: storageEnvironment().STORAGE_URL.replace('s3://', 's3://no-') },
    reason: /bucket no-.+: there is no such bucket\.$/,
  },
])
  test(`a node with a wrong ${what} ends with one line`, PATIENCE, async (t) => {
    const node = await startNode(t, { ...storageEnvironment(), ...wrong });
    const { status, text } = await node.ended;
    assert.equal(status, 1);
    assert.match(text, reason);
    assert.doesNotMatch(text, /\n/);
  });
