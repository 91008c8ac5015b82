import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type FreshDatabase, freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { openDatabase } from './platform/db/database.ts';
import { lockDataFolder } from './platform/db/locks/data-folder-lock.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** The real process on a free port, with its output. */
async function started(
  t: TestContext,
  location: FreshDatabase,
  settings: Record<string, string> = {},
) {
  const { port, server, output } = run(t, location, settings);
  return { port: await port, server, output };
}

function run(t: TestContext, location: FreshDatabase, settings: Record<string, string>) {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: location.dataDir,
      DATABASE_URL: location.url ?? '',
      LOG_LEVEL: 'silent',
      ...settings,
    },
  });
  t.after(() => server.kill('SIGKILL'));
  let text = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (some: string) => {
      text += some;
    });
  const port = new Promise<number>((resolve, reject) => {
    server.stdout.on('data', () => {
      const found = /http:\/\/localhost:(\d+)/.exec(text)?.[1];
      if (found) resolve(Number(found));
    });
    server.on('exit', () => reject(new Error(text)));
  });
  port.catch(() => {});
  return { port, server, output: () => text };
}

async function fresh(t: TestContext) {
  const location = await freshDatabase();
  t.after(() => location.drop());
  return location;
}

async function ended(server: ChildProcess): Promise<number | null> {
  if (server.exitCode !== null) return server.exitCode;
  const [code] = (await once(server, 'exit')) as [number | null];
  return code;
}

test('the first start creates an admin in a private file, the second changes nothing', async (t) => {
  const location = await fresh(t);
  const first = await started(t, location);
  const file = join(location.dataDir, 'first-admin.txt');
  assert.match(first.output(), /first-admin\.txt/);
  assert.doesNotMatch(first.output(), /PUBLIC_URL/);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const password = /Password: (\S+)/.exec(await readFile(file, 'utf8'))?.[1] ?? '';
  assert.equal(first.output().includes(password), false);
  first.server.kill('SIGTERM');
  assert.equal(await ended(first.server), 0);
  const { db, close } = await openDatabase(location);
  const { password_hash } = await db.selectFrom('admins').selectAll().executeTakeFirstOrThrow();
  await close();
  assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

  const second = await started(t, location, {
    ADMIN_PASSWORD: 'another password',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'info@clinic.example',
  });
  assert.match(second.output(), /^Links in e-mail lead to this machine only: set PUBLIC_URL\.$/m);
  const login = (body: object) =>
    fetch(`http://localhost:${second.port}/api/admin/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  assert.equal((await login({ username: 'admin', password })).status, 200);
  assert.equal((await login({ username: 'admin', password: 'another password' })).status, 401);
});

test('SIGTERM lets requests in flight finish, accepts no new ones, and exits with 0', async (t) => {
  const { port, server } = await started(t, await fresh(t));
  const body = JSON.stringify({ username: 'admin', password: 'wrong' });
  const slow = request({
    port,
    method: 'POST',
    path: '/api/admin/auth/login',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  slow.write(body.slice(0, 10));
  await once(slow, 'socket');
  assert.equal((await fetch(`http://localhost:${port}/readyz`)).status, 200);
  server.kill('SIGTERM');
  await refusing(port);
  const answer = answerOf(slow);
  slow.end(body.slice(10));
  const { statusCode, headers } = await answer;
  assert.equal(statusCode, 401);
  assert.equal(headers.connection, 'close');
  assert.equal(await ended(server), 0);
});

test('a wrong setting, a database without TLS and a port in use end the start with one line', async (t) => {
  const location = await fresh(t);
  const { port } = await started(t, location);
  const other = await fresh(t);
  for (const [settings, line] of [
    [{ PORT: 'http' }, /^The setting PORT is wrong: .+\n$/],
    [{ STORAGE_URL: 'bucket' }, /^The setting STORAGE_URL is wrong: .+\n$/],
    [{ DATABASE_URL: 'postgres://clinic.example/deqiq' }, /^.+ without TLS: .+\n$/],
    [{ PORT: String(port) }, /The port is in use; set PORT to another one\.\n$/],
  ] as const) {
    const { server, output } = run(t, other, settings);
    assert.equal(await ended(server), 1);
    assert.match(output(), line);
  }
});

test('a second server on the same folder is refused on SQLite and welcome on PostgreSQL', async (t) => {
  const location = await fresh(t);
  const first = await started(t, location);
  const second = run(t, location, {});
  if (location.url) {
    assert.equal((await fetch(`http://localhost:${await second.port}/readyz`)).status, 200);
    return;
  }
  assert.equal(await ended(second.server), 1);
  assert.match(second.output(), /^another server uses .+\n$/);
  assert.equal((await fetch(`http://localhost:${first.port}/readyz`)).status, 200);
  first.server.kill('SIGKILL');
  await ended(first.server);
  await started(t, location);
});

test('a server waits a moment for the one before it to end', async (t) => {
  const location = await fresh(t);
  const first = await started(t, location);
  const second = run(t, location, {});
  first.server.kill('SIGTERM');
  assert.equal((await fetch(`http://localhost:${await second.port}/readyz`)).status, 200);
});

test('a folder that is half restored, or being restored, is refused with a sentence', async (t) => {
  const location = await fresh(t);
  const marker = join(location.dataDir, 'restore.restoring');
  await writeFile(marker, 'token');
  const half = run(t, location, {});
  assert.equal(await ended(half.server), 1);
  assert.match(
    half.output(),
    /^.+ holds a restore that was stopped half way .+ Run the restore again.+\n$/,
  );
  assert.deepEqual((await readdir(location.dataDir)).sort(), ['locks', 'restore.restoring']);
  await rm(marker);
  const restoring = await lockDataFolder(location.dataDir, 'restore');
  const beside = run(t, location, {});
  assert.equal(await ended(beside.server), 1);
  assert.match(beside.output(), /^a restore into .+ is running: .+\n$/);
  restoring.release();
  await started(t, location);
});

async function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

/** Waits until the process takes no new connection. */
async function refusing(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
    if (!answer) return;
    await answer.arrayBuffer();
  }
}
