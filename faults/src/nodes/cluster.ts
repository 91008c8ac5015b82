import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { startPostgres } from '@deqiq/testkit/databases/postgres.ts';
import { startLyingStore } from '@deqiq/testkit/object-store/lying-store.ts';
import { startSwift } from '@deqiq/testkit/object-store/swift.ts';
import { runCommand } from '@deqiq/testkit/process/operator-command.ts';
import { ServerProcess } from '@deqiq/testkit/server-process.ts';
import { somePartner } from '@deqiq/testkit/world.ts';

/** Milliseconds; a token is valid for ten minutes. */
const RENEWAL = 5 * 60_000;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Two nodes with a data folder each, PostgreSQL and an object store that can be restarted, and that can lie. */
export async function startCluster(folder: string) {
  const postgres = await startPostgres(tmpdir(), { isDurable: true });
  const store = await startSwift();
  const proxy = await startLyingStore(store.url);
  const secret = 'a secret that both of the nodes share';
  const env = {
    ...store.environment,
    STORAGE_URL: proxy.url,
    SECOND_FACTOR_KEY: randomBytes(32).toString('base64url'),
    SESSION_SECRET: secret,
  };
  const shared = { url: postgres.url, env, secret, logLevel: 'silent' };
  const nodes = ['first', 'second'].map(
    (name) => new ServerProcess({ ...shared, dataDir: join(folder, name) }),
  );
  for (const node of nodes) await node.restart();
  const ports = nodes.map(({ port }) => port);
  const signIn = () => new ApiClient(ports[0] ?? 0).signIn();
  let staff = await signIn();
  let signedInAt = Date.now();
  const { partner } = await staff.post<{ partner: { _id: string } }>(
    '/api/admin/partners',
    somePartner(),
  );
  return {
    nodes,
    postgres,
    store,
    /** Between the nodes and the store. */
    proxy,
    partner: partner._id,
    /** Signs in again before the token ends. Both nodes must be there. */
    async renew(): Promise<void> {
      if (Date.now() - signedInAt < RENEWAL) return;
      signedInAt = Date.now();
      staff = await signIn();
    },
    /** Staff at one of the nodes. */
    at: (number: number) => new ApiClient(ports[number % ports.length] ?? 0, staff.token),
    /** The findings of `verify --deep`; empty if there are none. */
    verify: async (): Promise<string> =>
      runCommand('verify', { dataDir: join(folder, 'first'), url: postgres.url, env }, [
        '--deep',
      ]).then(
        () => '',
        (error: Error) => error.message,
      ),
    async end(): Promise<void> {
      for (const node of nodes) await node.kill();
      await proxy.stop();
      await store.stop();
      await postgres.stop();
    },
  };
}
