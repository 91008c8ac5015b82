import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newCheckup, newFile, newPartner, removeCheckup } from '@deqiq/testkit/databases/rows.ts';
import { sql } from 'kysely';
import * as checkups from '../../features/examinations/checkups/checkups.repo.ts';
import * as checkupFiles from '../../features/examinations/checkups/files/checkup-files.repo.ts';
import * as partners from '../../features/people/partners/partners.repo.ts';
import { openDatabase } from './database.ts';
import { TableVersions, writtenTables } from './versions.ts';

test('a version changes with a committed write to one of its tables, and with nothing else', async (t) => {
  const { db, versions } = await openFreshDatabase(t);
  const partner = newPartner();
  const before = versions.of('partners', 'checkups');
  const others = versions.of('admins', 'sessions');

  await partners.list(db, { page: 1, limit: 10, fullName: 'ay' });
  assert.equal(versions.of('partners', 'checkups'), before);

  await partners.insert(db, partner);
  const inserted = versions.of('partners', 'checkups');
  const afterInsert = versions.of('partners');
  assert.notEqual(inserted, before);
  assert.equal(versions.of('admins', 'sessions'), others);

  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await partners.remove(tx, partner.id, 'now');
      throw new Error('no');
    }),
  );
  await db.transaction().execute(async (tx) => {
    await checkups.insert(tx, newCheckup(partner.id));
    assert.equal(versions.of('partners', 'checkups'), inserted, 'not yet committed');
  });
  assert.notEqual(versions.of('partners', 'checkups'), inserted);
  assert.equal(versions.of('partners'), afterInsert, 'what was rolled back counts nowhere');
  await assert.rejects(
    db.transaction().execute(() => Promise.reject(new Error('no'))),
    /no/,
  );
  await partners.setPasswordHash(db, partner.id, 'other');
  assert.notEqual(versions.of('partners'), afterInsert);
});

test('a memoized version always equals the current one', () => {
  let elsewhere: string | undefined = 'quiet';
  const versions = new TableVersions(() => elsewhere);
  const watched = versions.memoize('sessions', 'partners');
  const same = () => assert.equal(watched(), versions.of('sessions', 'partners'));
  same();
  versions.bump(['checkups']);
  same();
  const before = watched();
  versions.bump(['partners']);
  same();
  assert.notEqual(watched(), before);
  elsewhere = 'somebody wrote';
  same();
  elsewhere = undefined;
  assert.notEqual(watched(), watched(), 'a deaf process believes nothing twice');
  elsewhere = 'somebody wrote';
  same();
});

test('raw statements, writes inside with, and cascading deletes change versions', async (t) => {
  const { db, versions } = await openFreshDatabase(t);
  const partner = newPartner();
  await partners.insert(db, partner);
  const checkup = newCheckup(partner.id);
  await checkups.insert(db, checkup);
  await checkupFiles.insertFiles(db, [newFile(checkup.id)]);

  let before = versions.of('partners');
  await sql`UPDATE partners SET phone = '1'`.execute(db);
  assert.notEqual(versions.of('partners'), before);

  before = versions.of('checkup_files');
  await removeCheckup(db, checkup.id);
  assert.notEqual(versions.of('checkup_files'), before);
});

test('a write of another connection changes the version; an own one counts at once', async (t) => {
  const { location, db, versions } = await openFreshDatabase(t);
  const other = await openDatabase(location);
  t.after(() => other.close());
  await partners.insert(db, newPartner());
  const before = versions.of('partners');
  await pause(100);
  assert.equal(versions.of('partners'), before, 'an own write counts once');

  await partners.insert(other.db, newPartner());

  await until(() => versions.of('partners') !== before);
});

test('without a connection to PostgreSQL nothing counts as unchanged, until it reconnects', async (t) => {
  const { location, db, versions, dialect } = await openFreshDatabase(t);
  if (dialect !== 'postgres') return t.skip('SQLite has no line');
  const other = await openDatabase(location);
  t.after(() => other.close());
  const before = versions.of('partners');
  assert.equal(versions.of('partners'), before);

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'deqiq listener' and datname = current_database()`.execute(db);
  await until(() => !repeats(versions));
  await partners.insert(other.db, newPartner());
  await until(() => repeats(versions));

  const again = versions.of('partners');
  assert.notEqual(again, before);
  await partners.insert(other.db, newPartner());
  await until(() => versions.of('partners') !== again);
});

test('a version never repeats while writes of other processes are unknown', () => {
  let elsewhere: string | undefined = '1';
  const versions = new TableVersions(() => elsewhere);
  const versionBefore = versions.of('partners');
  assert.equal(versions.of('partners'), versionBefore);
  assert.match(versionBefore, /^[\w.-]+$/);
  elsewhere = undefined;
  assert.notEqual(versions.of('partners'), versions.of('partners'));
  elsewhere = '2';
  assert.notEqual(versions.of('partners'), versionBefore);
  assert.notEqual(new TableVersions(() => '1').of('partners'), versionBefore);
});

test('the written tables of any statement are found', () => {
  const cases: [string, string[]][] = [
    ['select * from "partners" where name = ?', []],
    ['insert into "partners" ("id") values (?)', ['partners']],
    ['INSERT OR IGNORE INTO partners values (?)', ['partners']],
    ['update "sessions" set "role" = ?', ['sessions']],
    ['update only public.sessions set role = $1', ['sessions']],
    [
      'delete from "checkups" where "id" = ?',
      ['checkups', 'checkup_files', 'shares', 'share_files'],
    ],
    ['with x as (delete from a returning id) insert into b select id from x', ['a', 'b']],
    ['truncate table audit', ['audit']],
    ['begin immediate', []],
  ];
  for (const [text, tables] of cases) assert.deepEqual(writtenTables(text), tables, text);
});

function repeats(versions: TableVersions): boolean {
  const version = versions.of('partners');
  return versions.of('partners') === version;
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) assert.fail('waited ten seconds in vain');
    await pause(5);
  }
}
