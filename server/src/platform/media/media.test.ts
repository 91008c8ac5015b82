import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { hostilePool, waitUntil } from '@deqiq/testkit/decoders/hostile-pool.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { addStudy } from '@deqiq/testkit/http/studies.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import { inLanguage } from '../http/requests/language.ts';
import { HOUR } from '../time.ts';
import { MissingFile, UndecodableFile } from './decoder-errors.ts';
import { mediaService } from './media.service.ts';
import { decoderPool, type PoolOptions } from './pool/decoder-pool.ts';

const SHIPMENTS = '/api/partner/misc/create-checkup';
const BUSY = 'Hazırda çox şəkil emal olunur. Bir azdan yenidən cəhd edin';
const actor = { role: 'partner', personId: 'a' } as const;
const again = { actor, subject: 'one file' };

const rows = async ({ db }: World) =>
  db.selectFrom('decoder_attempts').select(['subject', 'attempts', 'failure']).execute();

/** A service whose decoders follow orders in the bytes, on the database of a world. */
async function newService(t: TestContext, options: Partial<PoolOptions> = {}, now?: () => number) {
  const world = await newWorld(t);
  const pool = hostilePool(t, options);
  const media = mediaService({ db: world.db, pool, ...(now && { now }) });
  const order = (words: string) => media.run('verify', {}, Buffer.from(words), again);
  return { world, pool, media, order };
}

describe('stored attempts of a file', () => {
  test('that decodes or is rejected: none', async (t) => {
    const world = await newWorld(t);
    const { bytes } = await picture();
    await world.media.run('verify', {}, bytes, again);
    assert.deepEqual(await rows(world), []);
    await assert.rejects(
      world.media.run('verify', {}, bytes.subarray(0, 90), again),
      UndecodableFile,
    );
    assert.deepEqual(await rows(world), []);
  });

  test('whose decoder ran out of time: it is not decoded again', async (t) => {
    const { world, pool, order } = await newService(t, { jobTimeout: 300 });
    await assert.rejects(order('hang'), UndecodableFile);
    const remembered = [{ subject: 'one file', attempts: 1, failure: 'timeout' }];
    assert.deepEqual(
      (await rows(world)).map((row) => ({ ...row })),
      remembered,
    );
    const pids = pool.pids();
    await assert.rejects(order('hello'), UndecodableFile);
    assert.deepEqual(pool.pids(), pids);
    await world.db.deleteFrom('decoder_attempts').execute();
    await order('hello');
  });

  test('are stored before decoding begins', async (t) => {
    const { world, pool, order } = await newService(t);
    const job = order('hang');
    job.catch(() => undefined);
    await waitUntil(() => pool.stats().processes === 1);
    assert.deepEqual(
      { ...(await rows(world))[0] },
      { subject: 'one file', attempts: 1, failure: null },
    );
  });

  test('whose decoder was killed twice: it is not decoded a third time', async (t) => {
    let at = Date.now();
    const { world, order } = await newService(t, {}, () => at);
    for (const attempts of [1, 2]) {
      await assert.rejects(order('die'), UndecodableFile);
      assert.equal((await rows(world))[0]?.attempts, attempts);
    }
    await assert.rejects(order('hello'), { status: 503 });
    at += HOUR;
    await assert.rejects(order('hello'), UndecodableFile);
  });

  test('whose server died twice while it was decoded: it is not decoded a third time', async (t) => {
    const { world, order } = await newService(t);
    const row = { subject: 'one file', started_at: '2026-01-01T00:00:00.000Z', failure: null };
    await world.db
      .insertInto('decoder_attempts')
      .values({ ...row, attempts: 1 })
      .execute();
    await order('hello');
    assert.deepEqual(await rows(world), []);
    await world.db
      .insertInto('decoder_attempts')
      .values({ ...row, attempts: 2 })
      .execute();
    await assert.rejects(order('hello'), UndecodableFile);
  });

  test('sent three times at once, after one interrupted decoding: it is decoded three times', async (t) => {
    const { world, pool, media } = await newService(t, { processes: 3 });
    const row = { subject: 'one file', started_at: new Date().toISOString(), failure: null };
    await world.db
      .insertInto('decoder_attempts')
      .values({ ...row, attempts: 1 })
      .execute();
    const people = ['a', 'b', 'c'].map((personId) => ({ role: 'partner', personId }) as const);
    const jobs = people.map((person) =>
      media.run('verify', {}, Buffer.from('hello'), { actor: person, subject: 'one file' }),
    );
    await Promise.all(jobs);
    assert.deepEqual(await rows(world), []);
    assert.equal(pool.stats().running, 0);
  });

  test('whose job runs when the server stops: none', async (t) => {
    const { world, pool, media, order } = await newService(t);
    const job = order('hang');
    job.catch(() => undefined);
    await waitUntil(() => pool.stats().processes === 1);
    await media.close();
    await assert.rejects(job, { status: 503 });
    assert.deepEqual(await rows(world), []);
  });
});

test('a person’s fourth job is rejected with Retry-After, in the language of the request', async (t) => {
  const { media } = await newService(t);
  const run = (subject: string, role: 'admin' | 'partner' = 'partner') =>
    media.run('verify', {}, Buffer.from('hang'), { actor: { role, personId: 'a' }, subject });
  for (const subject of ['1', '2', '3']) run(subject).catch(() => undefined);
  const fourth = inLanguage('az', () => run('4'));
  await assert.rejects(fourth, { status: 503, message: BUSY });
  for (const subject of ['5', '6', '7']) run(subject, 'admin').catch(() => undefined);
  const ofStaff = inLanguage('spec', () => run('8', 'admin'));
  await assert.rejects(ofStaff, { status: 503, message: /^Too many images/ });
});

test('a file removed while it waits is not at fault', async (t) => {
  const pool = decoderPool({ folder: tmpdir() });
  t.after(() => pool.close());
  const gone = pool.run(
    'verify',
    {},
    { path: join(tmpdir(), 'there-is-no-such-file') },
    { client: 'a' },
  );
  await assert.rejects(gone, MissingFile);
});

describe('a file that ended its decoder', () => {
  const mark = async ({ db }: World) => {
    const { id } = await db.selectFrom('checkup_files').select('id').executeTakeFirstOrThrow();
    const started_at = new Date().toISOString();
    const row = { subject: id, attempts: 1, started_at, failure: 'memory' };
    await db.insertInto('decoder_attempts').values(row).execute();
  };

  test('stays failed as long as its checkup can be restored, and no longer', async (t) => {
    let at = Date.now();
    const world = await newWorld(t, { now: () => at });
    const { fileName, bytes } = await picture({ name: 'foto.png' });
    const checkup = await world.addCheckup({ fileName, bytes });
    await mark(world);
    (await world.admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
    const media = mediaService({ db: world.db, pool: hostilePool(t), now: () => at });
    at += 31 * 24 * 60 * 60_000;
    assert.equal(await media.sweep(), 0);
    assert.equal(await media.countFailed(), 1);
    await world.db.deleteFrom('deleted_files').execute();
    // Back in the tray of studies, as after an assignment that was undone.
    const [attempt] = await rows(world);
    const file = { name: fileName, size: 1, content_type: 'image/png', crc32: 1, created_at: '' };
    const study_id = await addStudy(world.db, 'waiting');
    await world.db
      .insertInto('intake_files')
      .values({ ...file, id: attempt?.subject ?? '', study_id })
      .execute();
    assert.equal(await media.sweep(), 0);
    await world.db.deleteFrom('intake_files').execute();
    assert.equal(await media.sweep(), 1);
    assert.deepEqual(await rows(world), []);
  });
});

test('a file with another signature never reaches a decoder', async (t) => {
  const pool = hostilePool(t);
  const world = await newWorld(t, { decoders: pool });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const fileId = await world.admin.upload(svg, 'scan.png');
  const partner = (await world.addPartner())._id;
  const xrayFiles = [{ fileId, fileName: 'scan.png' }];
  const checkup = { partner, firstName: 'Nigar', lastName: 'Hüseynova', xrayFiles };
  (await world.admin.post('/api/admin/checkups', checkup)).refused(415);
  assert.equal(pool.stats().processes, 0);
});

describe('a shipment', () => {
  const hanging = (more = '') => ({
    fileName: 'a.png',
    bytes: Buffer.from(`\x89PNG\r\n\x1a\nhang${more}`, 'latin1'),
  });

  test('that hangs leaves a decoder to other partners', async (t) => {
    const pool = hostilePool(t);
    const { signedInPartner } = await newWorld(t, { decoders: pool });
    const slow = await signedInPartner();
    const other = await signedInPartner();
    const jobs = [slow, slow, other].map(({ client }) =>
      client.form('POST', SHIPMENTS, { file: hanging(client === other.client ? 'b' : 'a') }),
    );
    await waitUntil(() => pool.stats().running === 2 && pool.stats().waiting === 1);
    await pool.close();
    for (const answer of await Promise.all(jobs)) {
      const { message } = answer.refused(503);
      assert.equal(message, BUSY);
      assert.equal(answer.response.headers['retry-after'], '5');
    }
  });

  test('of a partner that disconnects ends its decoder and leaves nothing behind', async (t) => {
    const pool = hostilePool(t);
    const world = await newWorld(t, { decoders: pool });
    const { client } = await world.signedInPartner();
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    const form = new Response(formOf(hanging()));
    const headers = {
      authorization: `Bearer ${client.tokens?.accessToken} type=access`,
      'content-type': form.headers.get('content-type') ?? '',
    };
    const sent = request({ port, method: 'POST', path: SHIPMENTS, headers });
    sent.on('error', () => undefined).end(Buffer.from(await form.arrayBuffer()));
    await waitUntil(() => pool.stats().processes === 1);
    sent.destroy();
    await waitUntil(() => pool.stats().running === 0 && pool.stats().processes === 0);
    await untilTrue(async () => (await rows(world)).length === 0);
  });
});

function formOf({ fileName, bytes }: { fileName: string; bytes: Buffer }): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}
