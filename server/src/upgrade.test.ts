import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import type { PartnerList } from '@deqiq/contract/people/partners.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { checkOut, findPreviousCommit } from '@deqiq/testkit/process/previous-checkout.ts';
import { ServerProcess } from '@deqiq/testkit/server-process.ts';
import { somePartner } from '@deqiq/testkit/world.ts';

const previous = findPreviousCommit();
const skip =
  process.env.TEST_DATABASE !== 'postgres'
    ? 'SQLite has one process'
    : 'reason' in previous && previous.reason;

/** Today's server, which migrates the database, and the server of the commit before the last migration. */
async function startBoth(t: TestContext) {
  if ('reason' in previous) throw new Error(previous.reason);
  const { url, dataDir, drop } = await freshDatabase();
  const options = { url, dataDir, logLevel: 'error', secret: 'a secret that both versions share' };
  const servers = [
    new ServerProcess(options),
    new ServerProcess({ ...options, checkout: checkOut(t, previous.commit) }),
  ] as const;
  t.after(async () => {
    for (const server of servers) await server.kill();
    await drop();
  });
  for (const server of servers) await server.restart();
  return servers;
}

test('the server before the last migration works beside the new one', { skip }, async (t) => {
  const [today, before] = await startBoth(t);
  const staff = await new ApiClient(today.port).signIn();
  // The session of the new version is valid in the old one, and the other way round.
  const staffBefore = new ApiClient(before.port, staff.token);
  for (const [writer, reader] of [
    [staff, staffBefore],
    [await new ApiClient(before.port).signIn(), staff],
  ] as const) {
    const { partner } = await writer.post<{ partner: { _id: string } }>(
      '/api/admin/partners',
      somePartner(),
    );
    const uploaded = await writer.upload('qeyd.txt', Buffer.from('Qeyd'));
    await writer.post('/api/admin/checkups', {
      partner: partner._id,
      firstName: 'Leyla',
      lastName: 'Əliyeva',
      name: 'Panoram',
      xrayFiles: [uploaded],
    });
    const { partners } = await reader.get<PartnerList>('/api/admin/partners');
    assert.ok(partners.some(({ _id }) => _id === partner._id));
    const { checkups } = await reader.get<CheckupList>('/api/admin/checkups');
    const link = checkups[0]?.xrayFileLinks[0];
    const file = await reader.send('GET', link?.url ?? '');
    assert.equal(await file.text(), 'Qeyd');
  }
});
