import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FirstDay, firstDaySteps } from '@deqiq/contract/desk/first-day.ts';
import { defaultSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { createBackup } from '@deqiq/testkit/backups/backup-folder.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { addDevice } from '@deqiq/testkit/http/booking.ts';
import { newColleague } from '@deqiq/testkit/http/reports.ts';
import { enrol } from '@deqiq/testkit/http/second-factor.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const PATH = '/api/admin/first-day';

async function listOpen(client: Client): Promise<string[]> {
  const { steps } = (await client.get(PATH)).ok<FirstDay>();
  return steps.filter(({ isDone }) => !isDone).map(({ name }) => name);
}

test('each step is open until its result is there', async (t) => {
  const world = await newWorld(t);
  const { admin } = world;
  const left: string[] = [...firstDaySteps];
  const work: Record<string, () => Promise<unknown>> = {
    facts: () => admin.put('/api/admin/clinic-settings', { version: 0, settings: defaultSettings }),
    partner: () => world.addPartner(),
    machine: () => addDevice(admin),
    secondFactor: () => enrol(admin, 'admin', ADMIN.password),
    backup: () => createBackup(t, world),
    examination: () => world.addCheckup(),
  };
  assert.deepEqual(await listOpen(admin), left);
  for (const [name, doIt] of Object.entries(work)) {
    await doIt();
    left.splice(left.indexOf(name), 1);
    assert.deepEqual(await listOpen(admin), left, name);
  }
  assert.deepEqual(left, ['mail']);
});

test('e-mail is done where a server is set', async (t) => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'info@clinic.example' };
  const { admin } = await newWorld(t, { settings });
  assert.ok(!(await listOpen(admin)).includes('mail'));
});

test('the second factor of a colleague is not that of the owner, and colleagues see no steps', async (t) => {
  const world = await newWorld(t);
  const { client } = await newColleague(world, 'resepsiya');
  await enrol(client, 'admin', 'radiologist password');
  assert.ok((await listOpen(world.admin)).includes('secondFactor'));
  assert.equal((await client.get(PATH)).status, 403);
});
