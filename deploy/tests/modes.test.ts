import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { type ServerCluster, startServerCluster } from '@deqiq/testkit/process/server-cluster.ts';
import { missesPrograms } from '@deqiq/testkit/programs.ts';

/** Unused ids for the web server's user, its group, and the group deqiq-files. */
const WEB_USER = 33_333;
const WEB_GROUP = 33_334;
const FILES_GROUP = 33_335;

const skip =
  process.getuid?.() === 0 ? missesPrograms('setpriv') : 'other users can be tried by root only';

/** Whether the web server's user can read a file, or list a folder; `group` is an additional group of its. */
function canRead(path: string, group = FILES_GROUP): boolean {
  const words = [`--reuid=${WEB_USER}`, `--regid=${WEB_GROUP}`, `--groups=${group}`];
  const program = statSync(path).isDirectory() ? 'ls' : 'cat';
  return spawnSync('setpriv', [...words, program, path]).status === 0;
}

/** A checkup with one file of these bytes. */
async function addCheckup({ ports, admin, addPartner }: ServerCluster, bytes: string) {
  const form = new FormData();
  form.set('chunk', new Blob([bytes]), 'blob');
  form.set('chunkNumber', '0');
  form.set('fileId', 'one_xml');
  const staff = await new ApiClient(ports[0] ?? 0).signIn();
  await staff.call('POST', '/api/admin/checkups/upload-chunk', form);
  const { id: partner } = await addPartner();
  const person = { partner, firstName: 'Nigar', lastName: 'Hüseynova', name: 'Panoram' };
  const xrayFiles = [{ fileId: 'one_xml', fileName: 'one.xml' }];
  const { status, body } = await admin('POST', '/api/admin/checkups', { ...person, xrayFiles });
  assert.equal(status, 200, JSON.stringify(body));
}

test('the user of a proxy reads the X-rays and nothing else', { skip }, async (t) => {
  const location = await freshDatabase();
  chmodSync(location.dataDir, 0o711);
  mkdirSync(join(location.dataDir, 'objects'));
  chownSync(join(location.dataDir, 'objects'), 0, FILES_GROUP);
  chmodSync(join(location.dataDir, 'objects'), 0o2750);
  const servers = await startServerCluster(t, location, { SESSION_SECRET: '' });
  await addCheckup(servers, '<?xml version="1.0"?><a/>');

  const files = join(location.dataDir, 'objects/files');
  const [stored = ''] = readdirSync(files);
  assert.equal(canRead(join(files, stored)), true);
  assert.equal(canRead(location.dataDir), false);
  const names = readdirSync(location.dataDir).filter((name) => name !== 'objects');
  assert.ok(names.includes('session-secret'));
  if (!location.url) assert.ok(names.includes('deqiq.sqlite-wal'));
  // In the group of the server itself, too, where older guides have put it.
  const ownGroup = statSync(join(location.dataDir, 'session-secret')).gid;
  for (const name of names.filter((entry) =>
    /^(deqiq\.sqlite|session-secret|first-admin)/.test(entry),
  ))
    for (const group of [FILES_GROUP, ownGroup])
      assert.equal(canRead(join(location.dataDir, name), group), false, name);
});

test('a start takes rights away that an older version or a copy has left', { skip }, async (t) => {
  const location = await freshDatabase();
  chmodSync(location.dataDir, 0o711);
  const { kill } = await startServerCluster(
    t,
    { ...location, drop: async () => {} },
    { SESSION_SECRET: '' },
  );
  await kill();
  const names = readdirSync(location.dataDir).filter((name) =>
    /^(deqiq|session-secret)/.test(name),
  );
  for (const name of names) chmodSync(join(location.dataDir, name), 0o644);
  await startServerCluster(t, location, { SESSION_SECRET: '' });
  for (const name of names)
    assert.equal(statSync(join(location.dataDir, name)).mode & 0o777, 0o600, name);
});
