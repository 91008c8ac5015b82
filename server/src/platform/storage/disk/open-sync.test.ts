import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openFileSync } from './open-sync.ts';

const folder = mkdtempSync(join(tmpdir(), 'deqiq-open-'));
after(() => rmSync(folder, { recursive: true }));

const SIZE = 300_000;

function someFile(name: string, fill: number): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.alloc(SIZE, fill));
  return path;
}

test('pieces of every size are read exactly, the first one and later ones', async () => {
  const bytes = Buffer.from(Array.from({ length: SIZE }, (_, at) => (at * 7) % 251));
  const path = join(folder, 'pattern');
  writeFileSync(path, bytes);
  for (const pieceSize of [1_000, 65_536, 65_537, SIZE + 1]) {
    const file = openFileSync(path);
    const buffer = Buffer.alloc(pieceSize);
    let all = Buffer.alloc(0);
    for (let length = 1; length > 0; ) {
      length = await file.read(buffer, all.length);
      all = Buffer.concat([all, buffer.subarray(0, length)]);
    }
    assert.ok(all.equals(bytes), `in pieces of ${pieceSize}`);
    await file.close();
  }
});

test('only bytes within the given length are read', async () => {
  const file = openFileSync(someFile('counted', 1), 10);
  assert.equal(file.size, 10);
  assert.equal(await file.read(Buffer.alloc(64), 4), 6);
  assert.equal(await file.read(Buffer.alloc(64), 10), 0);
  await file.close();
});

test('a closed file reads nothing, and closing it twice does not close another file', async () => {
  const mine = openFileSync(someFile('mine', 1));
  await mine.close();
  const theirs = openFileSync(someFile('theirs', 2));
  await mine.close();
  await assert.rejects(mine.read(Buffer.alloc(10), 0), /closed/);
  const buffer = Buffer.alloc(10);
  assert.equal(await theirs.read(buffer, 0), 10);
  assert.ok(buffer.equals(Buffer.alloc(10, 2)));
  await theirs.close();
});

test('closing waits for running reads', async () => {
  for (let round = 0; round < 50; round += 1) {
    const mine = openFileSync(someFile('before', 1));
    const buffer = Buffer.alloc(SIZE);
    const read = mine.read(buffer, 0);
    const closed = mine.close();
    const next = closed.then(() => openFileSync(someFile('after', 2)));
    assert.equal(await read, SIZE);
    assert.ok(buffer.equals(Buffer.alloc(SIZE, 1)));
    await (await next).close();
  }
});
