import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { SharedCheckup, ShareList } from '@deqiq/contract/examinations/shares.ts';
import { listAudit, sharedClinic } from '@deqiq/testkit/http/share-clinic.ts';
import { openPage, openShare, sendPin, toPath } from '@deqiq/testkit/http/shares.ts';
import { openArchive } from '../../../platform/media/child/derive/archive.ts';
import { bufferSource } from '../../../platform/media/child/input.ts';
import { MINUTE } from '../../../platform/time.ts';

const OWN = '/api/partner/shares';

describe('the page of a share', () => {
  const newClinic = sharedClinic();

  test('names the sender and the end, never the patient, and opens nothing when it is fetched', async () => {
    const { share, client, visitor } = await newClinic();
    for (const created of [await share(), await share({ pin: false })]) {
      const { response } = await visitor.get(toPath(created));
      assert.equal(response.statusCode, 200);
      assert.match(response.body, /Lalə Ismayılova/);
      assert.doesNotMatch(response.body, /Nigar|Hüseynova|Panoram|\/fayl\/|\/public\/|<script/);
      assert.equal(response.body.includes('name="pin"'), created.pin !== undefined);
      const { headers } = response;
      assert.equal(headers['cache-control'], 'private, no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.match(String(headers['x-robots-tag']), /noindex/);
      assert.equal(headers['set-cookie'], undefined);
      // No third party: everything comes from this origin, and nothing may frame it.
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /https?:/);
      assert.doesNotMatch(response.body, /(src|action)="https?:|url\((?!\/fonts\/)/);
    }
    const { shares } = (await client.get(OWN)).ok<ShareList>();
    assert.deepEqual(
      shares.map(({ openings }) => openings),
      [0, 0],
    );
  });

  test('is in the language of its link, which is remembered', async () => {
    const { share, visitor } = await newClinic();
    const path = toPath(await share());
    const { response } = await visitor.get(`${path}?lang=ru`);
    assert.match(response.body, /<html lang="ru">[\s\S]*Вам отправили результат обследования/);
    const cookie = String(response.headers['set-cookie']);
    assert.match(cookie, /^lang=ru; Path=\/; Max-Age=31536000; SameSite=Lax/);
    const { response: again } = await visitor.get(path, { cookie: 'a=1; lang=ru' });
    assert.match(again.body, /<html lang="ru">[\s\S]*href="\?lang=az"[\s\S]*href="\?lang=en"/);
    const missing = await visitor.get(`${path}x`, { cookie: 'lang=en' });
    assert.match(missing.response.body, /<h1>Link not found<\/h1>/);
    const { response: plain } = await visitor.get(path, { cookie: 'lang=xx' });
    assert.match(plain.body, /<html lang="az">/);
  });

  test('shows the examination after the PIN, with previews and downloads', async () => {
    const clinic = await newClinic();
    const { share, client, visitor, checkup } = clinic;
    const ids = checkup.xrayFileLinks.map(({ id }) => id);
    const created = await share();
    const cookie = await openShare(visitor, created);
    const { response, files, links } = await openPage(visitor, toPath(created), cookie);
    assert.match(response.body, /<h1>Nigar Hüseynova<\/h1>[\s\S]*ağız içi\.dcm[\s\S]*68,4 KB/);
    assert.doesNotMatch(response.body, /<script|localStorage/);
    assert.match(response.body, /<p>Panoram rentgen · /);
    const russian = await openPage(visitor, toPath(created), `${cookie}; lang=ru`);
    assert.match(russian.response.body, /<p>Панорамный снимок · /);
    assert.equal(files.length, 2);
    const { response: file } = await visitor.get(links[1] ?? '', { range: 'bytes=0-9' });
    assert.equal(file.statusCode, 206);
    assert.equal((await visitor.get(links[1] ?? '')).response.rawPayload.length, 70_000);
    assert.equal((await visitor.get(links[0] ?? '')).status, 200);
    const shared = (
      await visitor.get(`${toPath(created)}/muayine`, { cookie })
    ).ok<SharedCheckup>();
    assert.equal(shared.sharedBy, 'Lalə Ismayılova');
    assert.deepEqual(
      shared.files.map(({ id }) => id),
      ids,
    );
    const [listed] = (await client.get(OWN)).ok<ShareList>().shares;
    assert.equal(listed?.openings, 1);
    assert.equal(listed?.downloads, 2);
    assert.deepEqual(listed?.visits, [
      { openedAt: listed?.lastOpenedAt, device: 'Chrome · Android', downloads: 2 },
    ]);
    const [opening] = await listAudit(clinic, 'share', 'open', [created.share._id]);
    assert.equal(opening?.object_id, created.share._id);
    assert.equal(opening?.address, '127.0.0.1');
    const downloads = await listAudit(clinic, 'file', 'download', ids);
    assert.deepEqual(
      downloads.map(({ object_id, detail, role }) => [object_id, detail, role]),
      [1, 0].map((index) => [checkup.xrayFileLinks[index]?.id, `share ${created.share._id}`, null]),
    );
  });

  test('shows an opinion in a text file, and says whom to call', async () => {
    const { share, visitor, admin, checkup } = await newClinic();
    const opinion = 'Kist şübhəsi: <36>\nNəzarət 6 aydan sonra.';
    const fileId = await admin.upload(Buffer.from(opinion), 'Həkim rəyi.txt');
    const other = await admin.upload(Buffer.from([0xff, 0xfe, 0x41]), 'köhnə.txt');
    const files = [
      { fileId, fileName: 'Həkim rəyi.txt' },
      { fileId: other, fileName: 'köhnə.txt' },
    ];
    const names = { firstName: 'Nigar', lastName: 'Hüseynova', status: 'completed' };
    const merge = { checkupId: checkup._id, ...names, files };
    (await admin.post('/api/admin/checkups/merge-chunks', merge)).ok();
    const created = await share();
    const cookie = await openShare(visitor, created);
    const { response } = await openPage(visitor, toPath(created), cookie);
    assert.match(response.body, /Kist şübhəsi: &#?\w+;36&#?\w+;\nNəzarət/);
    assert.equal(response.body.match(/class="lines"/g)?.length, 1);
    const { response: missing } = await visitor.get(`${toPath(created)}x`);
    for (const { body } of [response, missing])
      assert.match(body, /href="tel:\+[\s\S]*href="https:\/\/wa\.me\/\d+\?text=/);
  });

  test('asks again without its cookie, with that of another share, and after half a day', async () => {
    const { share, visitor, clock } = await newClinic();
    const one = await share();
    const other = await share();
    const cookie = await openShare(visitor, one);
    const { files, links } = await openPage(visitor, toPath(one), cookie);
    const isClosed = async (path: string, headers: object) => {
      const { response } = await visitor.get(path, headers);
      assert.doesNotMatch(response.body, /Nigar/);
      return response.statusCode === (path === toPath(one) || path === toPath(other) ? 200 : 303);
    };
    assert.ok(await isClosed(toPath(one), {}));
    assert.ok(await isClosed(toPath(other), { cookie }));
    assert.ok(await isClosed(files[0] ?? '', {}));
    assert.ok(await isClosed(`${toPath(one)}/zip`, {}));
    (await visitor.get(`${toPath(other)}/muayine`, { cookie })).refused(401);
    clock.at += 12 * 60 * MINUTE;
    assert.ok(await isClosed(toPath(one), { cookie }));
    assert.equal((await visitor.get(links[0] ?? '')).status, 410);
  });

  test('sends all files as one ZIP with its length, resumable', async () => {
    const clinic = await newClinic();
    const { share, client, visitor, checkup } = clinic;
    const ids = checkup.xrayFileLinks.map(({ id }) => id);
    const created = await share();
    const cookie = await openShare(visitor, created);
    const url = `${toPath(created)}/zip`;
    const { response } = await visitor.get(url, { cookie });
    const bytes = response.rawPayload;
    assert.equal(response.headers['content-length'], String(bytes.length));
    assert.equal(response.headers['cache-control'], 'private, no-store');
    assert.match(String(response.headers['content-disposition']), /^attachment; .*\.zip/);
    const archive = await openArchive(bufferSource(bytes));
    for (const file of archive.files) file.verify();
    assert.deepEqual(
      archive.files.map(({ name, size }) => [name, size]),
      checkup.xrayFileLinks.map(({ name, size }) => [name, size]),
    );
    const half = Math.floor(bytes.length / 2);
    const etag = String(response.headers.etag);
    const rest = await visitor.get(url, { cookie, range: `bytes=${half}-`, 'if-range': etag });
    assert.equal(rest.status, 206);
    assert.ok(rest.response.rawPayload.equals(bytes.subarray(half)));
    const head = await visitor.send({ method: 'HEAD', url, headers: { cookie } });
    assert.equal(head.response.headers['content-length'], String(bytes.length));
    const [listed] = (await client.get(OWN)).ok<ShareList>().shares;
    assert.equal(listed?.downloads, 1);
    const audited = (await listAudit(clinic, 'file', 'download', ids)).map(
      ({ object_id }) => object_id,
    );
    assert.deepEqual(audited.toSorted(), ids.toSorted());
  });

  test('of an unknown token is a 404, for 1,000 of them as fast as for a near miss', async (t) => {
    const { share, visitor } = await newClinic();
    const path = toPath(await share());
    const nearMiss = path.slice(0, -1) + (path.endsWith('A') ? 'Q' : 'A');
    const time = async (url: string) => {
      const began = process.hrtime.bigint();
      const { response } = await visitor.get(url);
      const took = Number(process.hrtime.bigint() - began);
      assert.equal(response.statusCode, 404);
      assert.equal(response.headers['cache-control'], 'private, no-store');
      return { took, body: response.body };
    };
    const near: number[] = [];
    const random: number[] = [];
    const { body } = await time(nearMiss);
    for (let number = 0; number < 1_000; number += 1) {
      const one = await time(nearMiss);
      const other = await time(`/paylasim/${randomBytes(16).toString('base64url')}`);
      near.push(one.took);
      random.push(other.took);
      assert.equal(one.body, body);
      assert.equal(other.body, body);
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[500] ?? 0;
    const ratio = median(near) / median(random);
    t.diagnostic(`near miss : random token = ${ratio.toFixed(3)}`);
    assert.ok(ratio > 0.8 && ratio < 1.25, `${ratio}`);
    for (const odd of ['x', 'x'.repeat(2_000), '%00', '..%2f..'])
      assert.equal((await visitor.get(`/paylasim/${odd}`)).status, 404, odd);
    assert.equal((await sendPin(visitor, nearMiss, '123456')).status, 404);
  });
});
