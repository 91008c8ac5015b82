import assert from 'node:assert/strict';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { ApiClient } from '../api-client.ts';
import { type FreshDatabase, freshDatabase } from '../databases/fresh-database.ts';
import type { Reply } from '../http/replies.ts';
import { ADMIN } from '../logins.ts';
import { ServerProcess } from '../server-process.ts';
import { type Ending, somePartner } from '../world.ts';

export type Send = (method: string, path: string, body?: object) => Promise<Reply>;

export type ServerCluster = Awaited<ReturnType<typeof startServerCluster>>;

/**
 * Starts the real server on `location`, or on a fresh database: `processes` of them on PostgreSQL, one on SQLite,
 * whose file has one owner. Requests rotate over them. `db` is a separate connection for the test; `env` contains
 * additional environment variables.
 */
export async function startServerCluster(
  t: Ending,
  location?: FreshDatabase,
  env: Record<string, string> = {},
  processes = 2,
) {
  const { dataDir, url, drop } = location ?? (await freshDatabase());
  const secret = 'a secret that all of the processes share';
  const options = { dataDir, url, secret, logLevel: 'silent', env };
  const servers = Array.from({ length: url ? processes : 1 }, () => new ServerProcess(options));
  const kill = () => Promise.all(servers.map((server) => server.kill()));
  const cleanup = [drop];
  t.after(async () => {
    await kill();
    for (const clean of cleanup) await clean();
  });
  for (const server of servers) await server.restart();
  const { db, close } = await openDatabase({ dataDir, ...(url && { url }) });
  cleanup.unshift(close);

  const ports = servers.map((server) => server.port);
  let requests = 0;
  const sender = (token?: string): Send => {
    const clients = ports.map((port) => new ApiClient(port, token));
    return (...request) => {
      requests += 1;
      return (clients[requests % clients.length] as ApiClient).reply(...request);
    };
  };

  /** Signs in and returns the access token. */
  async function tokenFor(role: Role, login: object): Promise<string> {
    const { status, body } = await sender()('POST', `/api/${role}/auth/login`, login);
    assert.equal(status, 200, JSON.stringify(body));
    return (body.tokens as { accessToken: string }).accessToken;
  }

  const signIn = async (role: Role, login: object) => sender(await tokenFor(role, login));
  const admin = await signIn('admin', ADMIN);

  /** Creates a partner and returns its id and login. */
  async function addPartner() {
    const partner = somePartner();
    const { status, body } = await admin('POST', '/api/admin/partners', partner);
    assert.equal(status, 200, JSON.stringify(body));
    const { _id: id } = body.partner as { _id: string };
    return { id, login: { email: partner.email, password: partner.password } };
  }

  return { db, dataDir, ports, sender, tokenFor, signIn, admin, addPartner, kill };
}
