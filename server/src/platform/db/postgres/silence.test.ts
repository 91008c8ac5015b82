import assert from 'node:assert/strict';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import { type TestContext, test } from 'node:test';
import { migratedDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { TableVersions } from '../versions.ts';
import { Listener } from './listener.ts';
import { openPool } from './pool.ts';

/** The network between a process and PostgreSQL, which can fall silent: it drops bytes and closes nothing. */
async function startNetwork(t: TestContext, target: NetConnectOpts) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => isSilent || to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    setSilent: (silent: boolean) => {
      isSilent = silent;
    },
  };
}

async function connectThroughNetwork(t: TestContext, url: string) {
  const proxied = new URL(url);
  const port = Number(proxied.port || 5432);
  const folder = proxied.searchParams.get('host');
  proxied.searchParams.delete('host');
  const network = await startNetwork(
    t,
    folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: proxied.hostname, port },
  );
  proxied.hostname = '127.0.0.1';
  proxied.port = String(network.port);
  const { pool, backendPids, dropConnections } = openPool(proxied.href);
  const listener = new Listener(proxied.href, {
    own: backendPids,
    onSilence: dropConnections,
    pingInterval: 200,
    maxSilence: 2_000,
  });
  await listener.start(new TableVersions(listener.version, listener));
  t.after(async () => {
    await listener.close();
    await pool.end();
  });
  const query = async (text: string) => {
    const client = await pool.connect();
    try {
      const { rows } = await client.query(text);
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return { network, query };
}

test('queries end when the server falls silent, not when it is slow; later ones reach it again', async (t) => {
  const location = await migratedDatabase();
  t.after(() => location.drop());
  if (location.url === undefined) return t.skip('SQLite has no network');
  const { network, query } = await connectThroughNetwork(t, location.url);
  await query('select pg_sleep(3)');
  const waiting = query('select pg_sleep(0)');
  network.setSilent(true);
  await assert.rejects(waiting, /Connection terminated/);
  network.setSilent(false);
  assert.deepEqual(await query('select 1 as one'), [{ one: 1 }]);
});
