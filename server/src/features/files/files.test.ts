import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, truncate } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import type { Checkup, OwnCheckupList } from '@deqiq/contract/checkups.ts';
import type { FileLink } from '@deqiq/contract/files.ts';
import { dicomFile } from '@deqiq/samples/dicom/file.ts';
import { Client } from '@deqiq/testkit/client.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld, someDicom, type World } from '@deqiq/testkit/world.ts';
import sharp from 'sharp';
import { readConfig } from '../../config.ts';
import { createInstance } from '../../platform/http/instance.ts';
import { filesRoutes } from './files.routes.ts';
import { filesService } from './files.service.ts';

const MINUTE = 60_000;

/** A world at the beginning of a window, whose partner has a checkup with one file. */
async function newShelf(t: TestContext, fileName: string, bytes: Buffer, { runsJobs = true } = {}) {
  const clock = { at: Math.ceil(Date.now() / (10 * MINUTE)) * 10 * MINUTE };
  const world = await newWorld(t, { now: () => clock.at, runsJobs });
  const { partner, client } = await world.signedInPartner();
  const checkup = await world.addCheckup({ partner: partner._id, fileName, bytes });
  /** The link once the pictures of the file have been made. */
  async function derivedLink(): Promise<FileLink> {
    await untilTrue(async () => (await linkOf(client)).imaging.state !== 'pending');
    return linkOf(client);
  }
  return { ...world, clock, client, checkup, derivedLink, link: await linkOf(client) };
}

async function linkOf(client: Client): Promise<FileLink> {
  const list = await client.get('/api/partner/misc/checkups');
  const link = list.ok<OwnCheckupList>().checkups[0]?.xrayFileLinks[0];
  assert.ok(link);
  return link;
}

/** The same session with a fresh access token. */
async function renewed(client: Client): Promise<Client> {
  assert.ok(client.tokens);
  const { refreshToken } = client.tokens;
  const headers = { authorization: `Bearer ${refreshToken} type=refresh` };
  const answer = await client.send({ method: 'POST', url: REFRESH, headers, payload: {} });
  const { accessToken } = answer.ok<{ accessToken: string }>();
  return new Client(client.app, { accessToken, refreshToken });
}

const REFRESH = '/api/partner/auth/refresh-token';

/** A DICOM file of one frame that brightens from its first pixel to its last. */
function radiograph(width: number, height: number): Buffer {
  const grey = Uint16Array.from(
    { length: width * height },
    (_, at) => ((at % width) / width + Math.floor(at / width) / height) * 2_047,
  );
  return dicomFile({
    ...{ modality: 'PX', date: '2026-11-20', time: '10:30:00', description: 'Panoram' },
    patient: { firstName: 'Nigar', lastName: 'Ə', id: '1', birthDate: '1990-01-05', sex: 'F' },
    institution: 'Dəqiq',
    ...{ width, height, frames: [grey], spacing: [0.2, 0.2] },
  });
}

const picture = (format: 'png' | 'jpeg' = 'png', width = 2_400, height = 1_200) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .toFormat(format)
    .toBuffer();

describe('a link', () => {
  test('gives the bytes without any header, to the partner and to staff', async (t) => {
    const bytes = Buffer.concat([someDicom(), randomBytes(600_000)]);
    const { visitor, link, checkup } = await newShelf(t, 'panoram.dcm', bytes);
    for (const url of [link.url, checkup.xrayFileLinks[0]?.url ?? '']) {
      const { response } = await visitor.get(url);
      assert.equal(response.statusCode, 200);
      assert.ok(response.rawPayload.equals(bytes));
    }
    assert.deepEqual(
      [link.name, link.size, link.contentType],
      ['panoram.dcm', bytes.length, 'application/dicom'],
    );
  });

  test('is never the same for two sessions, and lists nothing of another partner', async (t) => {
    const { link, checkup, signedInPartner } = await newShelf(t, 'a.dcm', someDicom());
    assert.notEqual(link.url, checkup.xrayFileLinks[0]?.url);
    const other = await signedInPartner();
    const list = await other.client.get('/api/partner/misc/checkups');
    assert.deepEqual(list.ok<OwnCheckupList>().checkups, []);
  });

  test('dies with log-out', async (t) => {
    const { visitor, client, link } = await newShelf(t, 'a.dcm', someDicom());
    (await client.post('/api/partner/auth/logout')).ok();
    (await visitor.get(link.url)).refused(404);
  });

  test('dies with the file, the checkup and the partner', async (t) => {
    for (const kill of [
      (world: World, { _id }: Checkup) => world.admin.delete(`/api/admin/checkups/${_id}`),
      (world: World, { _id }: Checkup) =>
        world.admin.delete(`/api/admin/checkups/${_id}/files/a.dcm`),
      (world: World, { partner }: Checkup) =>
        world.admin.delete(`/api/admin/partners/${partner._id}`),
    ]) {
      const world = await newShelf(t, 'a.dcm', someDicom());
      (await kill(world, world.checkup)).ok();
      (await world.visitor.get(world.link.url)).refused(404);
    }
  });

  test('stops working when its checkup moves to another partner', async (t) => {
    const { visitor, link, checkup, db, addPartner } = await newShelf(t, 'a.dcm', someDicom());
    await db
      .updateTable('checkups')
      .set({ partner_id: (await addPartner())._id })
      .where('id', '=', checkup._id)
      .execute();
    (await visitor.get(link.url)).refused(404);
    assert.equal((await visitor.get(checkup.xrayFileLinks[0]?.url ?? '')).status, 200);
  });

  test('expires after 15 minutes, and the list contains a fresh one', async (t) => {
    const { visitor, client, link, clock } = await newShelf(t, 'a.dcm', someDicom());
    clock.at += 15 * MINUTE - 1;
    assert.equal((await visitor.get(link.url)).status, 200);
    clock.at += 1;
    assert.equal((await visitor.get(link.url)).refused(410).code, 'gone');
    const fresh = await linkOf(await renewed(client));
    assert.equal((await visitor.get(fresh.url)).status, 200);
  });

  test('with a forged signature does not work', async (t) => {
    const { visitor, link } = await newShelf(t, 'a.dcm', someDicom());
    const changed = link.url.slice(0, -1) + (link.url.endsWith('A') ? 'B' : 'A');
    const none = link.url.slice(0, link.url.lastIndexOf('/') + 1);
    for (const url of [
      changed,
      `${none}x`,
      `${none}..%2f..%2fetc%2fpasswd`,
      `${none}%00`,
      `${link.url}A`,
    ])
      (await visitor.get(url)).refused(404);
  });
});

describe('a response', () => {
  test('carries exactly these headers', async (t) => {
    const { visitor, link } = await newShelf(t, 'Şəkil "1".dcm', someDicom());
    const { headers } = (await visitor.get(link.url)).response;
    assert.equal(headers['content-type'], 'application/dicom');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    );
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.equal(headers['accept-ranges'], 'bytes');
    assert.equal(headers['content-length'], '200');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="S_kil _1_.dcm"; filename*=UTF-8''%C5%9E%C9%99kil%20%221%22.dcm`,
    );
  });

  test('shows pictures and text inline, and sends executable or unknown types as downloads', async (t) => {
    const page = Buffer.from('<script>alert(1)</script>');
    const kinds: [string, Buffer, string, string][] = [
      ['a.png', await picture(), 'image/png', 'inline'],
      ['a.jpg', await picture('jpeg'), 'image/jpeg', 'inline'],
      ['a.txt', page, 'text/plain; charset=utf-8', 'inline'],
      ['a.html', page, 'text/html; charset=utf-8', 'attachment'],
      ['a.htm', page, 'text/html; charset=utf-8', 'attachment'],
      ['a.xml', page, 'application/xml; charset=utf-8', 'attachment'],
      ['a', someDicom(), 'application/dicom', 'attachment'],
    ];
    for (const [name, bytes, type, kind] of kinds) {
      const { visitor, link } = await newShelf(t, name, bytes);
      const { headers } = (await visitor.get(link.url)).response;
      assert.equal(headers['content-type'], type, name);
      assert.match(String(headers['content-disposition']), new RegExp(`^${kind};`), name);
      assert.match(String(headers['content-security-policy']), /; sandbox$/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
    }
  });

  test('to HEAD has the headers and no bytes', async (t) => {
    const { visitor, link } = await newShelf(t, 'a.dcm', someDicom());
    const { response } = await visitor.send({ method: 'HEAD', url: link.url });
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['content-length'], '200');
    assert.equal(response.headers['content-type'], 'application/dicom');
    assert.equal(response.rawPayload.length, 0);
  });

  test('resumes with Range and If-Range', async (t) => {
    const bytes = Buffer.concat([someDicom(), randomBytes(300_000)]);
    const { visitor, link } = await newShelf(t, 'a.dcm', bytes);
    const etag = String((await visitor.get(link.url)).response.headers.etag);
    const rest = { range: 'bytes=100000-', 'if-range': etag };
    const { response } = await visitor.get(link.url, rest);
    assert.equal(response.statusCode, 206);
    assert.equal(
      response.headers['content-range'],
      `bytes 100000-${bytes.length - 1}/${bytes.length}`,
    );
    assert.ok(response.rawPayload.equals(bytes.subarray(100_000)));
    const changed = await visitor.get(link.url, { ...rest, 'if-range': '"other"' });
    assert.equal(changed.status, 200);
    const unchanged = await visitor.get(link.url, { 'if-none-match': etag });
    assert.deepEqual([unchanged.status, unchanged.response.rawPayload.length], [304, 0]);
  });

  test('to an unsatisfiable range is a 416 with the length of the file', async (t) => {
    const { visitor, link } = await newShelf(t, 'a.dcm', someDicom());
    const answer = await visitor.get(link.url, { range: 'bytes=200-' });
    assert.equal(answer.refused(416).code, 'range');
    assert.equal(answer.response.headers['content-range'], 'bytes */200');
    const several = await visitor.get(link.url, { range: 'bytes=0-1,5-6' });
    assert.deepEqual([several.status, several.response.rawPayload.length], [200, 200]);
  });
});

describe('a preview', () => {
  test('is an upright WebP of at most 1280 pixels without metadata', async (t) => {
    const bytes = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: 'a patient’s name' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { visitor, derivedLink } = await newShelf(t, 'a.jpg', bytes);
    const { response } = await visitor.get((await derivedLink()).previewUrl ?? '');
    assert.equal(response.statusCode, 200, response.body);
    assert.equal(response.headers['content-type'], 'image/webp');
    assert.equal(response.headers['cache-control'], 'private, no-store');
    const { format, width, height, exif } = await sharp(response.rawPayload).metadata();
    assert.deepEqual([format, width, height, exif], ['webp', 640, 1_280, undefined]);
  });

  test('is not offered for a text', async (t) => {
    const { link } = await newShelf(t, 'a.txt', Buffer.from('x'));
    assert.equal(link.previewUrl, undefined);
    assert.deepEqual(link.imaging, { state: 'ready', kind: 'document' });
  });

  test('of a DICOM file is its picture', async (t) => {
    const { visitor, derivedLink } = await newShelf(t, 'opg.dcm', radiograph(2_600, 1_300));
    const { imaging, previewUrl } = await derivedLink();
    assert.deepEqual(imaging.previews, [320, 1_280, 2_400]);
    const { response } = await visitor.get(previewUrl ?? '');
    assert.equal(response.statusCode, 200, response.body);
    const { format, width, height } = await sharp(response.rawPayload).metadata();
    assert.deepEqual([format, width, height], ['webp', 1_280, 640]);
    const { data } = await sharp(response.rawPayload).raw().toBuffer({ resolveWithObject: true });
    assert.ok((data[0] ?? 255) < 40 && (data.at(-1) ?? 0) > 215, `${data[0]} … ${data.at(-1)}`);
  });

  test('of any other DICOM file is not offered', async (t) => {
    const { derivedLink } = await newShelf(t, 'a.dcm', someDicom());
    const { imaging, previewUrl } = await derivedLink();
    assert.deepEqual([imaging.state, previewUrl], ['unsupported', undefined]);
  });

  test('of a truncated picture is missing, and the original is served', async (t) => {
    const noise = randomBytes(300 * 300 * 3);
    const whole = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    const { visitor, derivedLink } = await newShelf(t, 'a.png', whole.subarray(0, 50_000));
    const { imaging, previewUrl, url } = await derivedLink();
    assert.deepEqual([imaging.state, previewUrl], ['failed', undefined]);
    assert.equal((await visitor.get(url)).status, 200);
  });

  test('has a link that opens no other object', async (t) => {
    const { visitor, derivedLink } = await newShelf(t, 'a.png', await picture());
    const { imaging, url, previewUrl } = await derivedLink();
    const prefix = imaging.url ?? '';
    assert.equal((await visitor.get(`${prefix}preview-320`)).status, 200);
    for (const address of [`${prefix}l2`, `${prefix}other`, prefix, prefix.slice(0, -1)])
      assert.equal((await visitor.get(address)).status, 404, address);
    for (const link of [url, previewUrl])
      assert.equal((await visitor.get(`${link}/preview-320`)).status, 404);
  });
});

describe('the audit', () => {
  test('has one row per session, file, action and ten minutes', async (t) => {
    const world = await newShelf(t, 'a.png', await picture());
    const { visitor, client, link, clock, derivedLink } = world;
    for (const range of ['bytes=0-1', 'bytes=2-', 'bytes=5-6'])
      await Promise.all([visitor.get(link.url, { range }), visitor.get(link.url, { range })]);
    const { previewUrl, imaging } = await derivedLink();
    const ranges = ['bytes=0-1', 'bytes=1-2', 'bytes=3-'];
    await Promise.all(ranges.map((range) => visitor.get(`${imaging.url}preview-320`, { range })));
    await visitor.get(`${imaging.url}preview-1280`);
    await visitor.get(previewUrl ?? '');
    clock.at += 10 * MINUTE;
    await visitor.get((await linkOf(await renewed(client))).url);
    assert.deepEqual(await views(world), ['partner download', 'partner view', 'partner download']);
  });

  test('contains no row for HEAD, rejections and forged links', async (t) => {
    const world = await newShelf(t, 'a.png', await picture());
    await world.visitor.send({ method: 'HEAD', url: world.link.url });
    await world.visitor.get(world.link.url, { range: 'bytes=999999999-' });
    await world.visitor.get(`${world.link.url}A`);
    assert.deepEqual(await views(world), []);
  });
});

async function views({ db }: Pick<World, 'db'>): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['role', 'action'])
    .where('object', '=', 'file')
    .where('action', 'in', ['view', 'download'])
    .orderBy('id')
    .execute();
  return rows.map((row) => `${row.role} ${row.action}`);
}

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
    const world = await newShelf(t, 'a.dcm', large);
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
    const world = await newShelf(t, 'a.dcm', large, { runsJobs: false });
    const path = await fileIn(world.dataDir);
    const { request, response } = await overSocket(world, world.link.url);
    await once(response, 'readable');
    assert.equal(await openFiles(path), 1);
    request.destroy();
    while ((await openFiles(path)) > 0) await after(5);
  });

  test('a running download continues when its link expires or its file is deleted', async (t) => {
    const world = await newShelf(t, 'a.dcm', large);
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
    const world = await newShelf(t, 'a.dcm', large);
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

test('behind nginx the response names the object and nginx sends it', async (t) => {
  const { db, storage, media, imaging, derivedLink } = await newShelf(t, 'a.png', await picture());
  const link = await derivedLink();
  const secret = Buffer.from('a secret of this test, long enough for links');
  const sessions = {
    findLive: async (sessionId: string) => ({ role: 'admin', personId: 'a', sessionId }) as const,
  };
  const files = filesService({
    db,
    now: Date.now,
    storage,
    media,
    imaging,
    sessions,
    visits: { findForFile: async () => undefined, noteDownload: async () => {} },
    secret,
    audit: { recordView: async () => {} },
  });
  const app = createInstance(readConfig({ LOG_LEVEL: 'silent' }));
  filesRoutes(app, files, { xAccelPrefix: '/objects/' });
  t.after(() => app.close());
  const [row] = await db
    .selectFrom('checkup_files')
    .innerJoin('file_imaging', 'file_id', 'checkup_files.id')
    .select([
      'id',
      'name',
      'size',
      'content_type',
      'state',
      'generation',
      'summary',
      'failure',
      'patient_name',
      'birth_date',
    ])
    .select('file_imaging.kind as imaging_kind')
    .execute();
  assert.ok(row);
  const [own] = files.present([row], randomUUIDv7());
  const { headers, rawPayload } = await app.inject(own?.url ?? '');
  assert.equal(headers['x-accel-redirect'], `/objects/files/${row.id}`);
  assert.equal(headers['content-type'], 'image/png');
  assert.match(String(headers['content-security-policy']), /sandbox$/);
  assert.equal(rawPayload.length, 0);
  const preview = await app.inject(own?.previewUrl ?? '');
  assert.equal(
    preview.headers['x-accel-redirect'],
    `/objects/derived/${row.id}_${row.generation}_preview-1280`,
  );
  assert.notEqual(link.url, own?.url);
});
