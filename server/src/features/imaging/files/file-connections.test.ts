import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, truncate } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { newWorldWithFile } from '@deqiq/testkit/http/world-with-file.ts';
import { someDicom, type World } from '@deqiq/testkit/world.ts';
import { MINUTE } from '../../../platform/time.ts';

/** The app on a socket, and a GET whose response the test reads itself. */
async function overSocket(world: World, url: string) {
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const request = httpRequest(new URL(url, address));
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { request, response };
}

const fileIn = async (dataDir: string) => {
  const folder = join(dataDir, 'objects/files');
  return join(folder, (await readdir(folder))[0] ?? '');
};

/** How often this process has a file open, from Linux's /proc. */
const openFiles = async (path: string) => {
  const numbers = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  );
  return targets.filter((target) => target === path).length;
};

describe('on a real connection', () => {
  const large = Buffer.concat([someDicom(), randomBytes(20 * 1024 * 1024)]);

  test('every byte arrives, also to a reader that pauses', async (t) => {
    const world = await newWorldWithFile(t, 'a.dcm', large);
    const { response } = await overSocket(world, world.link.url);
    const pieces: Buffer[] = [];
    for await (const piece of response) {
      pieces.push(piece);
      if (pieces.length % 50 === 0) await after(1);
    }
    assert.ok(Buffer.concat(pieces).equals(large));
  });

  test('a client that hangs up leaves no open file behind', {
    skip: !existsSync('/proc/self/fd') && 'only Linux lists open files',
  }, async (t) => {
    // The job that makes the pictures opens the file too.
    const world = await newWorldWithFile(t, 'a.dcm', large);
    const path = await fileIn(world.dataDir);
    const { request, response } = await overSocket(world, world.link.url);
    await once(response, 'readable');
    assert.equal(await openFiles(path), 1);
    request.destroy();
    while ((await openFiles(path)) > 0) await after(5);
  });

  test('a running download continues when its link expires or its file is deleted', async (t) => {
    const world = await newWorldWithFile(t, 'a.dcm', large);
    const { response } = await overSocket(world, world.link.url);
    await once(response, 'readable');
    (await world.admin.delete(`/api/admin/checkups/${world.checkup._id}`)).ok();
    world.clock.at += 60 * MINUTE;
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece);
    assert.ok(Buffer.concat(pieces).equals(large));
  });

  // Not ended and not destroyed either, the client would wait until the connection times out.
  test('a file shorter than its row is never a short 200', { timeout: 20_000 }, async (t) => {
    const world = await newWorldWithFile(t, 'a.dcm', large);
    const path = await fileIn(world.dataDir);
    const { response } = await overSocket(world, world.link.url);
    await truncate(path, 9_000_000);
    await assert.rejects(async () => {
      for await (const piece of response) assert.ok(piece);
    }, /aborted|ECONNRESET/);
    assert.equal((await readFile(path)).length, 9_000_000);
    (await world.visitor.get(world.link.url)).refused(500);
  });
});
