import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { testPasswords } from '@deqiq/testkit/world.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { ensureFirstAdmin } from './first-admin.ts';

const NODES = 4;

test('of nodes that start together one creates the first admin and writes its password', async (t) => {
  const { db, location, dialect } = await openFreshDatabase(t);
  if (dialect !== 'postgres') return t.skip('one process owns a SQLite database');
  const folders = await Promise.all(Array.from({ length: NODES }, () => newFolder(t)));
  const nodes = await Promise.all(folders.map(() => openDatabase(location)));
  t.after(() => Promise.all(nodes.map((node) => node.close())));
  const created = await Promise.all(
    folders.map((dataDir, n) =>
      ensureFirstAdmin({
        db: nodes[n]?.db ?? db,
        passwords: testPasswords,
        dataDir,
        now: Date.now,
        configured: { username: undefined, password: undefined },
      }),
    ),
  );
  const [first, ...others] = created.filter((each) => each !== undefined);
  assert.ok(first);
  assert.deepEqual(others, []);
  const { password_hash } = await db.selectFrom('admins').selectAll().executeTakeFirstOrThrow();
  assert.ok(await testPasswords.verify(password_hash, first.password));
  const files = folders.map((folder) => readFile(join(folder, 'first-admin.txt'), 'utf8'));
  const written = (await Promise.allSettled(files)).filter(({ status }) => status === 'fulfilled');
  assert.equal(written.length, 1);
});
