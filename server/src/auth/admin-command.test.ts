import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../db/database.ts';
import { freshDatabase } from '../testing/databases.ts';
import * as admins from './admins.repo.ts';
import { passwordHashing } from './passwords.ts';

const PROGRAM = fileURLToPath(new URL('./admin-command.ts', import.meta.url));

test('an admin is added once, under a name of its own, and may get a new password', async (t) => {
  const place = await freshDatabase();
  t.after(() => place.drop());
  const run = (words: string[], input: string) =>
    spawnSync(process.execPath, [PROGRAM, ...words], {
      input,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.url ?? '' },
    });
  assert.equal(run(['add', 'Sevda'], 'sevdanın şifrəsi\n').status, 0);
  const again = run(['add', 'sevda'], '\n');
  assert.equal(again.status, 1);
  assert.match(again.stderr, /There is an admin sevda already/);
  assert.match(run(['add', 'Kamal'], 'short\n').stderr, /at least 8 characters/);
  assert.match(run(['reset', 'Kamal'], '\n').stderr, /There is no admin Kamal/);
  assert.equal(run(['add', 'Rəna', '--role', 'staff'], 'rənanın şifrəsi\n').status, 0);
  assert.match(
    run(['add', 'Kim', '--role', 'boss'], '\n').stderr,
    /The role is one of owner, staff/,
  );
  const made = /Sevda: (\S{16})\n/.exec(run(['reset', 'Sevda'], '\n').stdout)?.[1] ?? '';

  const { db, close } = await openDatabase(place);
  t.after(close);
  const stored = (await admins.findByKey(db, 'sevda'))?.password_hash;
  assert.ok(await passwordHashing().verify(stored, made));
  assert.equal((await admins.findByKey(db, 'sevda'))?.role, 'owner');
  assert.equal((await admins.findByKey(db, 'rəna'))?.role, 'staff');
});
