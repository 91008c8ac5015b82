import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newFolder } from '@deqiq/testkit/folders.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { openDiskStorage } from '../../platform/storage/disk/disk.ts';
import { putObject } from '../../platform/storage/small-objects.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { previews } from './previews.ts';

test('a picture deleted while its preview is created leaves no preview', async (t) => {
  const folder = await newFolder(t);
  const storage = await openDiskStorage(folder);
  const id = randomUUID();
  await putObject(storage, `files/${id}`, (await picture({ width: 900, height: 700 })).bytes);
  // The deletion removes the file, and the not yet existing preview, before this preview is complete.
  const deleting: Storage = {
    ...storage,
    async finish(key, expected) {
      await storage.remove(`files/${id}`);
      return storage.finish(key, expected);
    },
  };
  const { media } = await newWorld(t);
  const small = previews({ storage: deleting, media, now: Date.now });
  const actor = { role: 'admin', personId: 'a' } as const;
  await assert.rejects(small.open(id, 'image/png', { actor }), { status: 404 });
  assert.deepEqual(await readdir(join(folder, 'previews')), []);
  await storage.close();
});
