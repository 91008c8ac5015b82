import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import {
  memoryFolder,
  startPostgres,
  type TestPostgres,
} from '@deqiq/testkit/databases/postgres.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { startWithoutWaiting } from '@deqiq/testkit/process/starting-server.ts';
import { Client } from 'pg';

describe('a node that starts', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres(memoryFolder());
  });
  after(() => postgres.stop());

  /** A node that found PostgreSQL stopped. */
  async function startAlone(t: TestContext) {
    await postgres.down();
    t.after(() => postgres.up());
    const node = await startWithoutWaiting(t, { dataDir: await newFolder(t), url: postgres.url });
    await node.untilStatus('/healthz', 200);
    return node;
  }

  test('before PostgreSQL lives, refuses everything for a moment, and is ready when it is back', async (t) => {
    const node = await startAlone(t);
    for (const path of ['/readyz', '/', '/api/admin/checkups', '/healthz/no']) {
      const body = new Uint8Array(3_000_000);
      const reply = await fetch(`http://127.0.0.1:${node.port}${path}`, { method: 'POST', body });
      assert.equal(reply.status, 503, path);
      assert.equal(reply.headers.get('retry-after'), '5');
      assert.equal((await reply.json()).code, 'unavailable');
    }
    await postgres.up();
    await node.untilStatus('/readyz', 200);
    assert.equal(await node.status('/api/admin/checkups'), 401);
    const { status, stderr } = await node.terminate();
    assert.equal(status, 0);
    assert.match(stderr, /^Waiting, and trying again: cannot open the database .+\n/);
  });

  test('before PostgreSQL ends cleanly when it is asked to', async (t) => {
    const node = await startAlone(t);
    assert.equal((await node.terminate()).status, 0);
  });

  test('before PostgreSQL on a port in use ends with the sentence about it', async (t) => {
    await postgres.down();
    t.after(() => postgres.up());
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.after(() => other.close());
    const { port } = other.address() as AddressInfo;
    const env = { PORT: String(port) };
    const node = await startWithoutWaiting(t, {
      dataDir: await newFolder(t),
      url: postgres.url,
      env,
    });
    const { status, text } = await node.ended;
    assert.equal(status, 1);
    assert.match(text, /^The port is in use; set PORT to another one\.$/m);
  });

  test('with a wrong user or database, or one that is being restored, ends with a sentence', async (t) => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('create database restored');
    await client.end();
    const restored = postgres.url.replace('/postgres?', '/restored?');
    const claim = new Client({ connectionString: restored });
    await claim.connect();
    await claim.query('create table unfinished_restore (id int)');
    await claim.end();
    for (const [url, sentence] of [
      [postgres.url.replace('postgres@', 'nobody@'), /role "nobody" does not exist/],
      [postgres.url.replace('/postgres?', '/none?'), /database "none" does not exist/],
      [`${postgres.url}&sslrootcert=/none`, /no such file/],
      [restored, /the database is being restored or migrated/],
    ] as const) {
      const node = await startWithoutWaiting(t, { dataDir: await newFolder(t), url });
      const { status, text } = await node.ended;
      assert.equal(status, 1);
      assert.match(text, sentence);
      assert.doesNotMatch(text, /\n/);
    }
  });
});
