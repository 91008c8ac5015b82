import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { SignedIn } from '@deqiq/contract/people/auth.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { codeAt } from '@deqiq/testkit/http/second-factor.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { ServerProcess } from '@deqiq/testkit/server-process.ts';
import { somePartner } from '@deqiq/testkit/world.ts';

const MINUTE = 60_000;
const SHIFTED_DATE = import.meta.resolve('@deqiq/testkit/process/shifted-date.ts');

/** Two nodes, one with a clock that is five minutes ahead, one five minutes behind. */
async function startNodes(t: TestContext) {
  const { url, dataDir, drop } = await freshDatabase();
  const secret = 'a secret that both of the nodes share';
  const nodes = [5 * MINUTE, -5 * MINUTE].map((shift) => {
    const env = { NODE_OPTIONS: `--import ${SHIFTED_DATE}`, CLOCK_SHIFT: String(shift) };
    return new ServerProcess({ url, dataDir, secret, env, logLevel: 'error' });
  });
  t.after(async () => {
    for (const node of nodes) await node.kill();
    await drop();
  });
  for (const node of nodes) await node.restart();
  return nodes.map(({ port }) => port) as [number, number];
}

test('nodes whose clocks differ by ten minutes act as one', {
  skip: process.env.TEST_DATABASE !== 'postgres' && 'SQLite has one node',
}, async (t) => {
  const [ahead, behind] = await startNodes(t);
  const staff = await new ApiClient(ahead).signIn();
  const staffBehind = new ApiClient(behind, staff.token);
  const { partner } = await staffBehind.post<{ partner: { _id: string } }>(
    '/api/admin/partners',
    somePartner(),
  );
  const uploaded = await staff.upload('qeyd.txt', Buffer.from('Qeyd'));
  const before = Date.now();
  await staffBehind.post('/api/admin/checkups', {
    partner: partner._id,
    firstName: 'Leyla',
    lastName: 'Əliyeva',
    name: 'Panoram',
    xrayFiles: [uploaded],
  });
  const { checkups } = await staff.get<CheckupList>('/api/admin/checkups');
  const [checkup] = checkups;
  const created = Date.parse(checkup?.createdAt ?? '');
  assert.ok(Math.abs(created - before) < MINUTE, `created ${created - before} ms off`);
  const link = checkup?.xrayFileLinks[0]?.url ?? '';
  for (const reader of [staff, staffBehind])
    assert.equal(await (await reader.send('GET', link)).text(), 'Qeyd');

  const path = '/api/admin/account/second-factor';
  const { secret } = await staff.post<{ secret: string }>(path, { password: ADMIN.password });
  await staff.post(`${path}/confirm`, { code: codeAt(secret) });
  // A code is valid once, the next one half a minute early.
  const otp = codeAt(secret, Date.now() + MINUTE / 2);
  const login = { ...ADMIN, otp };
  await new ApiClient(behind).post<SignedIn>('/api/admin/auth/login', login);
});
