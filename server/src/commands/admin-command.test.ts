import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { StaffMember } from '@deqiq/contract/people/staff.ts';
import * as staffMessages from '@deqiq/messages/people/staff.js';
import { freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { MailServer, reply } from '@deqiq/testkit/mail/mail-server.ts';
import { runProgram } from '@deqiq/testkit/process/operator-command.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import * as admins from '../features/people/auth/admins.repo.ts';
import { openDatabase } from '../platform/db/database.ts';
import { passwordHasher } from '../platform/secrets/credentials.ts';

const PROGRAM = new URL('./admin-command.ts', import.meta.url);

test('an admin is added once, under a unique name, and can get a new password', async (t) => {
  const location = await freshDatabase();
  t.after(() => location.drop());
  const run = (words: string[], input: string) =>
    runProgram(PROGRAM, { dataDir: location.dataDir, url: location.url, input }, words);
  assert.equal((await run(['add', 'Sevda'], 'sevdanın şifrəsi\n')).status, 0);
  const again = await run(['add', 'sevda'], '\n');
  assert.equal(again.status, 1);
  assert.match(again.stderr, /The admin sevda already exists/);
  assert.match((await run(['add', 'Kamal'], 'short\n')).stderr, /at least 8 characters/);
  assert.match((await run(['reset', 'Kamal'], '\n')).stderr, /There is no admin Kamal/);
  assert.equal((await run(['add', 'Rəna', '--role', 'staff'], 'rənanın şifrəsi\n')).status, 0);
  assert.match(
    (await run(['add', 'Kim', '--role', 'boss'], '\n')).stderr,
    /The role is one of owner, staff/,
  );
  const password =
    /Sevda: (\S{16})\n/.exec((await run(['reset', 'Sevda'], '\n')).stdout)?.[1] ?? '';

  const { db, close } = await openDatabase(location);
  t.after(close);
  const stored = (await admins.findByKey(db, 'sevda'))?.password_hash;
  assert.ok(await passwordHasher().verify(stored, password));
  assert.equal((await admins.findByKey(db, 'sevda'))?.role, 'owner');
  assert.equal((await admins.findByKey(db, 'rəna'))?.role, 'staff');
});

test('a test message says whether the mail server took it', async (t) => {
  const mail = await new MailServer().start();
  t.after(() => mail.stop());
  const location = await freshDatabase();
  t.after(() => location.drop());
  const { dataDir } = location;
  const send = (env: Record<string, string>) =>
    runProgram(PROGRAM, { dataDir, env }, ['test-mail', 'owner@clinic.example']);
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Dəqiq <info@clinic.example>' };
  const sent = await send(settings);
  assert.equal(sent.status, 0, sent.text);
  assert.match(sent.stdout, /accepted a message to owner@clinic\.example/);
  assert.deepEqual(
    mail.received.map(({ to }) => to),
    ['owner@clinic.example'],
  );
  mail.conduct = {
    atRecipient: () => {
      throw reply(550, '5.1.1 unknown');
    },
  };
  const refused = await send(settings);
  assert.deepEqual([refused.status, mail.received.length], [1, 1]);
  assert.match(refused.stderr, /was not accepted: SMTP RCPT TO 550/);
  assert.match((await send({ SMTP_URL: '', MAIL_FROM: '' })).stderr, /E-mail is off/);
});

test('nothing is changed during an interrupted restore', async (t) => {
  const { dataDir, url } = await newWorld(t);
  await writeFile(join(dataDir, 'restore.restoring'), '');
  const options = { dataDir, url, input: 'sevdanın şifrəsi\n' };
  const { status, stderr } = await runProgram(PROGRAM, options, ['add', 'Sevda']);
  assert.equal(status, 1);
  assert.match(stderr, /Run the restore again/);
});

test('the operator cannot take the last owner away', async (t) => {
  const { admin, dataDir, url, signInAdmin } = await newWorld(t);
  const kamal = { username: 'Kamal', role: 'owner', password: 'kamalın şifrəsi' };
  const { member } = (await admin.post('/api/admin/staff', kamal)).ok<{ member: StaffMember }>();
  (await admin.patch(`/api/admin/staff/${member._id}/status`, { status: 'disabled' })).ok();
  for (const words of [
    ['disable', 'admin'],
    ['remove', 'admin'],
  ]) {
    const { status, stderr } = await runProgram(PROGRAM, { dataDir, url }, words);
    assert.deepEqual([status, stderr.trim()], [1, `${staffMessages.lastOwner()}.`]);
  }
  await signInAdmin();
});

test('the operator lists, disables, signs out and removes staff; all is audited', async (t) => {
  const { db, dataDir, url, admin, visitor, signedInPartner } = await newWorld(t);
  const { client: partner } = await signedInPartner();
  const run = (words: string[], input?: string) =>
    runProgram(PROGRAM, { dataDir, url, input }, words);
  const weak = await run(['add', 'Sevda', '--role', 'staff'], 'password1\n');
  assert.match(weak.stderr, /Many people use this password/);
  assert.equal(weak.status, 0);
  assert.ok(!weak.stdout.includes('password1'));
  const login = { username: 'Sevda', password: 'password1' };
  const sevda = await visitor.signIn('admin', login);
  assert.match((await run(['list'])).stdout, /^Sevda +staff +active +1 session +password only/m);

  assert.equal((await run(['disable', 'sevda'])).status, 0);
  (await sevda.get('/api/admin/partners')).refused(401);
  (await visitor.post('/api/admin/auth/login', login)).refused(401);
  assert.equal((await run(['enable', 'sevda'])).status, 0);
  const again = await visitor.signIn('admin', login);
  assert.equal((await run(['sign-out', 'sevda'])).status, 0);
  (await again.get('/api/admin/partners')).refused(401);
  assert.equal((await run(['remove', 'sevda'])).status, 0);
  assert.match((await run(['remove', 'sevda'])).stderr, /There is no admin sevda/);
  assert.match((await run(['remove', 'admin'])).stderr, /last active owner/);

  (await admin.get('/api/admin/partners')).ok();
  assert.match((await run(['sign-out-all'])).stdout, /2 sessions ended/);
  (await admin.get('/api/admin/partners')).refused(401);
  (await partner.get('/api/partner/account')).refused(401);
  const rows = await db.selectFrom('audit').select('action').where('role', 'is', null).execute();
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of [
    'create',
    'disable',
    'enable',
    'end-sessions',
    'delete',
    'end-all-sessions',
  ])
    assert.ok(actions.has(action), action);
});
