import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import { auditOnDisk } from './compare/on-disk-audit.ts';
import { callsOfStart, killStartAt, sampleCalls } from './syscalls/starting.ts';

/** No admin is configured: the first start generates the admin's password and a secret. */
const UNSET = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' };

/** Entries that a start creates in an empty folder. */
const CREATED_ENTRIES = [
  'database-id',
  'deqiq.sqlite',
  'deqiq.sqlite-shm',
  'deqiq.sqlite-wal',
  'first-admin.txt',
  'locks',
  'objects',
  'second-factor-key',
  'session-secret',
];

/** Kills the very first start, in an empty data folder, at its calls. The second start must complete it. */
export async function killFirstStarts(folder: string, random: Random, sample: number) {
  const wrong: string[] = [];
  const log = join(folder, 'first-start.log');
  const dataDir = join(folder, 'first-start');
  const location = { dataDir, env: UNSET };
  const calls = await callsOfStart(location, log);
  const selected = sampleCalls(calls, sample, random);
  let killed = 0;
  for (const call of selected) {
    rmSync(dataDir, { recursive: true, force: true });
    if (await killStartAt(location, call, log)) killed += 1;
    const about = `first start killed before ${call.name} ${call.nthOfPath} of ${call.path}`;
    for (const each of await secondStart(dataDir)) wrong.push(`${about}: ${each}`);
  }
  return { calls: calls.length, killed, wrong };
}

async function secondStart(dataDir: string): Promise<string[]> {
  const server = await startServer({ dataDir, env: UNSET, logLevel: 'silent' }).catch(String);
  if (typeof server === 'string') return [`the next start failed: ${server}`];
  try {
    const wrong = await auditOnDisk({ dataDir }, new Map());
    const secret = readFileSync(join(dataDir, 'session-secret'), 'utf8');
    if (secret.length < 43) wrong.push(`the secret has ${secret.length} characters`);
    const names = readdirSync(dataDir).filter((name) => !CREATED_ENTRIES.includes(name));
    if (names.length > 0) wrong.push(`${names.join(', ')} is left`);
    const text = readFileSync(join(dataDir, 'first-admin.txt'), 'utf8');
    const [, username, password] = /^Username: (.+)\nPassword: (.+)\n$/.exec(text) ?? [];
    const staff = new ApiClient(server.port);
    await staff.signIn('admin', { username, password }).catch((error: unknown) => {
      wrong.push(`the first admin cannot sign in: ${String(error)}`);
    });
    return wrong;
  } finally {
    await server.kill();
  }
}
