import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTask } from 'node:timers/promises';
import { backgroundFsync } from './background-fsync.ts';

/** A file whose syncs are completed by the test. */
function file() {
  const ends: PromiseWithResolvers<void>[] = [];
  const background = backgroundFsync(() => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  });
  const end = async (failure?: Error) => {
    const last = ends.at(-1);
    if (failure) last?.reject(failure);
    else last?.resolve();
    await nextTask();
  };
  return { ...background, startedSyncs: () => ends.length, end };
}

test('bytes written during a sync are synced by one next sync', async () => {
  const one = file();
  one.schedule();
  assert.equal(one.startedSyncs(), 1);
  one.schedule();
  one.schedule();
  assert.equal(one.startedSyncs(), 1);
  await one.end();
  assert.equal(one.startedSyncs(), 2);
  await one.end();
  assert.equal(one.startedSyncs(), 2);
});

test('two files are synced at a time, the others in turn', async () => {
  const files = [file(), file(), file()];
  const [one, two, three] = files;
  assert(one && two && three);
  for (const each of files) each.schedule();
  const counts = () => files.map((each) => each.startedSyncs());
  assert.deepEqual(counts(), [1, 1, 0]);
  one.schedule();
  await one.end();
  assert.deepEqual(counts(), [1, 1, 1]);
  await two.end();
  assert.deepEqual(counts(), [2, 1, 1]);
  await one.end();
  await three.end();
  assert.deepEqual(counts(), [2, 1, 1]);
});

test('stopping waits for the running sync and starts no other', async () => {
  const one = file();
  one.schedule();
  one.schedule();
  let stopped = false;
  const stopping = one.stop().then(() => {
    stopped = true;
  });
  await nextTask();
  assert.equal(stopped, false);
  await one.end();
  await stopping;
  assert.equal(one.startedSyncs(), 1);
});

test('a failed sync is reported, and does not block the next file', async () => {
  const one = file();
  const two = file();
  const three = file();
  for (const each of [one, two, three]) each.schedule();
  await one.end(new Error('no room'));
  assert.match(String(one.error()), /no room/);
  assert.equal(three.startedSyncs(), 1);
  assert.equal(two.error(), undefined);
  await two.end();
  await three.end();
});
