import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { type FreshDatabase, freshDatabase } from './databases/fresh-database.ts';
import type { Reply } from './http/replies.ts';
import { ADMIN, type Ending, somePartner } from './world.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export type Send = (method: string, path: string, body?: object) => Promise<Reply>;

export type Servers = Awaited<ReturnType<typeof startServers>>;

/**
 * The real server on one fresh database, or on the one given: on PostgreSQL as many processes as asked for,
 * one on SQLite, whose file has one owner. Whoever signs in speaks to them in turn. `db` is the test's own
 * way into the database, `more` are settings that differ.
 */
export async function startServers(
  t: Ending,
  given?: FreshDatabase,
  more: Record<string, string> = {},
  processes = 2,
) {
  const place = given ?? (await freshDatabase());
  const running: ChildProcess[] = [];
  const ends = [place.drop];
  t.after(async () => {
    await Promise.all(running.map(killed));
    for (const end of ends) await end();
  });
  const settings = {
    ...process.env,
    PORT: '0',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.url ?? '',
    SESSION_SECRET: 'a secret that all of the processes share',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...more,
  };
  const ports: number[] = [];
  for (let count = place.url ? processes : 1; count > 0; count -= 1) {
    const server = spawn(process.execPath, [MAIN], { env: settings });
    running.push(server);
    ports.push(await portOf(server));
  }
  const { db, close } = await openDatabase(place);
  ends.unshift(close);

  let turn = 0;
  const sender =
    (token?: string): Send =>
    async (method, path, body) => {
      turn += 1;
      const answer = await fetch(`http://127.0.0.1:${ports[turn % ports.length]}${path}`, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token} type=access` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Reply['body'] };
    };

  /** The access token of somebody who signs in. */
  async function tokenFor(role: 'admin' | 'partner', login: object): Promise<string> {
    const { status, body } = await sender()('POST', `/api/${role}/auth/login`, login);
    assert.equal(status, 200, JSON.stringify(body));
    return (body.tokens as { accessToken: string }).accessToken;
  }

  const signIn = async (role: 'admin' | 'partner', login: object) =>
    sender(await tokenFor(role, login));

  const { dataDir } = place;
  const admin = await signIn('admin', ADMIN);

  /** A new partner, and what it signs in with. */
  async function addPartner() {
    const wanted = somePartner();
    const { status, body } = await admin('POST', '/api/admin/partners', wanted);
    assert.equal(status, 200, JSON.stringify(body));
    const { _id: id } = body.partner as { _id: string };
    return { id, login: { email: wanted.email, password: wanted.password } };
  }

  /** Kills the processes before the test is over. */
  const kill = () => Promise.all(running.map(killed));
  return { db, dataDir, ports, sender, tokenFor, signIn, admin, addPartner, kill };
}

/** The port a process says it listens on; what it says instead fails the test. */
function portOf(server: ChildProcess): Promise<number> {
  let text = '';
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (some: string) => {
        text += some;
        const port = /http:\/\/localhost:(\d+)/.exec(text)?.[1];
        if (port) resolve(Number(port));
      });
    server.on('exit', () => reject(new Error(text)));
  });
}

async function killed(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
