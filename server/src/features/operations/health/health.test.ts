import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newWorld } from '@deqiq/testkit/world.ts';
import { diskService, formatDiskInfo } from './disk.service.ts';

const GiB = 1024 ** 3;

test('the disk is described in two lines, values under their headers', () => {
  const [headers = '', values = ''] = formatDiskInfo(252 * GiB, 80 * GiB).split('\n');
  assert.deepEqual(headers.trim().split(/\s+/), ['Filesystem', 'Size', 'Used', 'Avail', 'Use%']);
  assert.deepEqual(values.trim().split(/\s+/), ['uploads', '252G', '172G', '80G', '69%']);
  assert.equal(headers.length, values.length);
});

test('sizes are rounded up the way df -h does', () => {
  const shown = (bytes: number) => formatDiskInfo(bytes, 0).split('\n')[1]?.trim().split(/\s+/)[1];
  assert.equal(shown(1.44 * GiB), '1.5G');
  assert.equal(shown(9.99 * GiB), '10G');
  assert.equal(shown(1023.5 * 1024 ** 2), '1.0G');
  assert.equal(shown(0), '0B');
});

test('the volume is read once in five seconds', async () => {
  let now = 0;
  let reads = 0;
  const space = async () => ({ size: 1000 + reads++, available: 0 });
  const disk = diskService({ space, now: () => now });
  await disk.info();
  now = 5_000;
  await disk.info();
  assert.equal(reads, 1);
  now = 5_001;
  await disk.info();
  assert.equal(reads, 2);
});

test('a process with a working database is ready', async (t) => {
  const { visitor } = await newWorld(t);
  assert.deepEqual((await visitor.get('/healthz')).ok(), { status: 'ok' });
  assert.deepEqual((await visitor.get('/readyz')).ok(), { status: 'ready' });
});
