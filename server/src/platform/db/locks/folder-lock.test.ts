import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { type Activity, lockDataFolder } from './data-folder-lock.ts';
import { lockFile } from './folder-lock.ts';

const MODULE = new URL('./data-folder-lock.ts', import.meta.url).href;

/** A child process that locks the folder and then waits. */
async function otherProcess(t: TestContext, dataDir: string, activity: Activity) {
  const text = `import { lockDataFolder } from ${JSON.stringify(MODULE)};
    await lockDataFolder(${JSON.stringify(dataDir)}, ${JSON.stringify(activity)});
    console.log('locked'); setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text]);
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('each activity excludes those it must, and no others', async (t) => {
  const together: readonly [Activity, Activity, RegExp | undefined][] = [
    ['server', 'server', /another server uses/],
    ['server', 'shared-server', /another server uses/],
    ['shared-server', 'server', /another server uses/],
    ['shared-server', 'shared-server', undefined],
    ['server', 'backup', undefined],
    ['server', 'erase', undefined],
    ['server', 'command', undefined],
    ['backup', 'erase', undefined],
    ['backup', 'backup', /another backup of/],
    ['erase', 'erase', /another erase of/],
    ['server', 'restore', /is in use by a server/],
    ['backup', 'restore', /is in use/],
    ['restore', 'restore', /is in use/],
    ['restore', 'server', /a restore into .+ is running/],
    ['restore', 'backup', /a restore into .+ is running/],
    ['restore', 'command', /a restore into .+ is running/],
  ];
  await Promise.all(
    together.map(async ([first, second, refusal]) => {
      const dataDir = await newFolder(t);
      const lock = await lockDataFolder(dataDir, first);
      const both = lockDataFolder(dataDir, second);
      if (refusal) await assert.rejects(both, refusal, `${first} and ${second}`);
      else (await both).release();
      lock.release();
      if (refusal) (await lockDataFolder(dataDir, second)).release();
    }),
  );
});

test('a killed process releases its lock, and a waiting one gets it', async (t) => {
  const dataDir = await newFolder(t);
  const child = await otherProcess(t, dataDir, 'server');
  await assert.rejects(lockDataFolder(dataDir, 'restore'), /is in use/);
  const waiting = lockDataFolder(dataDir, 'server');
  child.kill('SIGKILL');
  (await waiting).release();
});

test('a lock outlives garbage collection, and is released once', async (t) => {
  const file = join(await newFolder(t), 'lock');
  const first = await lockFile(file, 'exclusive');
  assert.equal(await lockFile(file, 'shared'), undefined);
  first?.release();
  const second = await lockFile(file, 'exclusive');
  first?.release();
  assert.equal(await lockFile(file, 'exclusive'), undefined);
  second?.release();
});

test('a read-only command does not create a missing folder', async (t) => {
  const dataDir = join(await newFolder(t), 'none');
  (await lockDataFolder(dataDir, 'command')).release();
  await assert.rejects(lockFile(join(dataDir, '\0'), 'shared'));
});
