import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import type { Checkup } from '@deqiq/contract/checkups.ts';
import type { DeletionList } from '@deqiq/contract/deletions.ts';
import type { Share, ShareAnswer, SharedCheckup, ShareList } from '@deqiq/contract/shares.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { createShare, openShare, pathOf, sendPin } from '@deqiq/testkit/http/shares.ts';
import { PARTNER_PASSWORD } from '@deqiq/testkit/logins.ts';
import { newWorld, someDicom, type World } from '@deqiq/testkit/world.ts';
import { openArchive } from '../../platform/media/child/derive/archive.ts';
import { bufferSource } from '../../platform/media/child/input.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OWN = '/api/partner/shares';
const ALL = '/api/admin/shares';

/** A world for all tests of a suite; each has a partner of its own. */
function sharedWorld(options: { rateLimits?: boolean } = {}) {
  const start = Math.ceil(Date.now() / (10 * MINUTE)) * 10 * MINUTE;
  const clock = { at: start };
  const ends: (() => Promise<void>)[] = [];
  let world: World | undefined;
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  /** A partner with a checkup of two files, at the beginning of a window. */
  return async () => {
    clock.at = start;
    world ??= await newWorld(
      { after: (end) => void ends.push(end) },
      { now: () => clock.at, ...options },
    );
    const { partner, client } = await world.signedInPartner({
      firstName: 'Lalə',
      lastName: 'Ismayılova',
    });
    const checkup = await addCheckup(world, partner._id);
    const share = (input: object = {}, of: Checkup = checkup) =>
      createShare(client, 'partner', of._id, input);
    const all = `${ALL}?partner=${partner._id}`;
    return { ...world, world, clock, partner, client, checkup, share, all };
  };
}

type Clinic = Awaited<ReturnType<ReturnType<typeof sharedWorld>>>;

async function addCheckup(world: World, partner: string): Promise<Checkup> {
  const checkup = await world.addCheckup({ partner });
  const fileName = 'ağız içi.dcm';
  const fileId = await world.admin.upload(someDicom(70_000), fileName);
  const { _id: checkupId, firstName, lastName } = checkup;
  const files = [{ fileId, fileName }];
  const fields = { checkupId, firstName, lastName, files };
  const answer = await world.admin.post('/api/admin/checkups/merge-chunks', fields);
  return answer.ok<{ checkup: Checkup }>().checkup;
}

const linksOf = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, link]) => link ?? '');

/** The addresses of the files in the page of an open share, and the fresh links that they lead to. */
async function openPage(visitor: Client, path: string, cookie: string) {
  const { response } = await visitor.get(path, { cookie });
  const files = linksOf(response.body, /href="(\/paylasim\/[^"]+\/fayl\/[^"]+)"/g);
  const links: string[] = [];
  for (const file of files) {
    const { response: redirect } = await visitor.get(file, { cookie });
    if (redirect.statusCode === 302) links.push(String(redirect.headers.location));
  }
  return { response, files, links };
}

async function auditOf({ db }: Clinic, object: string, action: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('audit')
    .select(['object_id', 'role', 'address', 'result', 'detail'])
    .where('object', '=', object)
    .where('action', '=', action)
    .where('object_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows;
}

describe('a share', () => {
  const newClinic = sharedWorld();

  test('shows its address and PIN once and stores neither', async () => {
    const { share, client, db, checkup, partner, clock } = await newClinic();
    const created = await share({ label: ' Valideyn ' });
    const token = pathOf(created).split('/').at(-1) ?? '';
    assert.match(created.url, /^http:\/\/[^/]+\/paylasim\/[\w-]{22}$/);
    assert.match(created.pin ?? '', /^\d{6}$/);
    assert.deepEqual(created.share, {
      ...{ _id: created.share._id, label: 'Valideyn', state: 'live', hasPin: true },
      createdAt: new Date(clock.at).toISOString(),
      expiresAt: new Date(clock.at + 7 * DAY).toISOString(),
      ...{ endedAt: null, createdBy: 'partner', files: 2, openings: 0, downloads: 0 },
      partner: { _id: partner._id, firstName: 'Lalə', lastName: 'Ismayılova' },
      checkup: {
        ...{ _id: checkup._id, firstName: 'Nigar', lastName: 'Hüseynova' },
        name: 'Panoram rentgen',
      },
      ...{ lastOpenedAt: null, visits: [] },
    });
    const list = (await client.get(OWN)).ok<ShareList>();
    assert.deepEqual(list.shares, [created.share]);
    const stored = JSON.stringify([
      await db.selectFrom('shares').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ]);
    for (const secret of [token, created.pin ?? '', created.url])
      assert.ok(!stored.includes(`"${secret}"`) && !stored.includes(token), secret);
  });

  test('lasts 1, 7, 30 or 90 days, with or without PIN, for some of the files', async () => {
    const { share, client, checkup, clock, addCheckup: other } = await newClinic();
    for (const days of [1, 7, 30, 90]) {
      const { pin, share: created } = await share({ days, pin: false });
      assert.equal(pin, undefined);
      assert.equal(Date.parse(created.expiresAt) - clock.at, days * DAY);
    }
    const [file] = checkup.xrayFileLinks;
    assert.equal((await share({ files: [file?.id] })).share.files, 1);
    const url = `/api/partner/checkups/${checkup._id}/shares`;
    const foreign = (await other()).xrayFileLinks[0]?.id;
    for (const [field, input] of Object.entries({
      days: { days: 2 },
      pin: { pin: 'maybe' },
      files: { files: [foreign] },
    })) {
      const { fields } = (await client.post(url, input)).refused(400);
      assert.deepEqual(
        fields?.map(({ path }) => path),
        [field],
      );
    }
    const { message } = (await client.post(url, { files: [] })).refused(400);
    assert.equal(message, 'Paylaşmaq üçün ən azı bir fayl lazımdır');
  });

  test('is made and revoked by its partner and by staff, by nobody else', async () => {
    const { share, client, admin, all, visitor, checkup, signedInPartner } = await newClinic();
    const other = (await signedInPartner()).client;
    const { share: own } = await share();
    const { share: staffs } = await createShare(admin, 'admin', checkup._id);
    assert.equal(staffs.createdBy, 'staff');
    (await other.post(`/api/partner/checkups/${checkup._id}/shares`)).refused(404);
    (await visitor.post(`/api/partner/checkups/${checkup._id}/shares`)).refused(401);
    (await client.post(`/api/admin/checkups/${checkup._id}/shares`)).refused(403);
    assert.deepEqual((await other.get(OWN)).ok<ShareList>().shares, []);
    (await other.delete(`${OWN}/${own._id}`)).refused(404);
    (await client.delete(`${ALL}/${own._id}`)).refused(403);
    const ids = async (from: Client, url: string) =>
      (await from.get(url)).ok<ShareList>().shares.map(({ _id }) => _id);
    assert.deepEqual(await ids(client, OWN), [staffs._id, own._id]);
    assert.deepEqual(await ids(admin, all), [staffs._id, own._id]);
    const { share: revoked } = (await client.delete(`${OWN}/${own._id}`)).ok<ShareAnswer>();
    assert.equal(revoked.state, 'revoked');
    (await client.delete(`${OWN}/${own._id}`)).refused(404);
    assert.deepEqual(await ids(client, `${OWN}?status=live`), [staffs._id]);
    assert.deepEqual(await ids(client, `${OWN}?status=ended`), [own._id]);
    assert.deepEqual(await ids(admin, `${ALL}?checkup=${checkup._id}&limit=1&page=2`), [own._id]);
    (await admin.delete(`${ALL}/${staffs._id}`)).ok();
    assert.deepEqual(await ids(client, `${OWN}?status=live`), []);
    assert.deepEqual(await ids(client, `${OWN}?name=hUSeyn`), [staffs._id, own._id]);
    assert.deepEqual(await ids(admin, `${all}&name=%25`), []);
    (await client.get(`${OWN}?status=maybe`)).refused(400);
  });
});

describe('the page of a share', () => {
  const newClinic = sharedWorld();

  test('names the sender and the end, never the patient, and opens nothing when it is fetched', async () => {
    const { share, client, visitor } = await newClinic();
    for (const created of [await share(), await share({ pin: false })]) {
      const { response } = await visitor.get(pathOf(created));
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
      assert.doesNotMatch(policy + response.body, /https?:\/\/(?!.*tel:)/);
    }
    const { shares } = (await client.get(OWN)).ok<ShareList>();
    assert.deepEqual(
      shares.map(({ openings }) => openings),
      [0, 0],
    );
  });

  test('shows the examination after the PIN, with previews and downloads', async () => {
    const clinic = await newClinic();
    const { share, client, visitor, checkup } = clinic;
    const ids = checkup.xrayFileLinks.map(({ id }) => id);
    const created = await share();
    const cookie = await openShare(visitor, created);
    const { response, files, links } = await openPage(visitor, pathOf(created), cookie);
    assert.match(response.body, /<h1>Nigar Hüseynova<\/h1>[\s\S]*ağız içi\.dcm[\s\S]*70 KB/);
    assert.doesNotMatch(response.body, /<script|localStorage/);
    assert.equal(files.length, 2);
    const { response: file } = await visitor.get(links[1] ?? '', { range: 'bytes=0-9' });
    assert.equal(file.statusCode, 206);
    assert.equal((await visitor.get(links[1] ?? '')).response.rawPayload.length, 70_000);
    assert.equal((await visitor.get(links[0] ?? '')).status, 200);
    const shared = (
      await visitor.get(`${pathOf(created)}/muayine`, { cookie })
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
    const [opening] = await auditOf(clinic, 'share', 'open', [created.share._id]);
    assert.equal(opening?.object_id, created.share._id);
    assert.equal(opening?.address, '127.0.0.1');
    const downloads = await auditOf(clinic, 'file', 'download', ids);
    assert.deepEqual(
      downloads.map(({ object_id, detail, role }) => [object_id, detail, role]),
      [1, 0].map((index) => [checkup.xrayFileLinks[index]?.id, `share ${created.share._id}`, null]),
    );
  });

  test('asks again without its cookie, with that of another share, and after half a day', async () => {
    const { share, visitor, clock } = await newClinic();
    const [one, other] = [await share(), await share()];
    const cookie = await openShare(visitor, one);
    const { files, links } = await openPage(visitor, pathOf(one), cookie);
    const isClosed = async (path: string, headers: object) => {
      const { response } = await visitor.get(path, headers);
      assert.doesNotMatch(response.body, /Nigar/);
      return response.statusCode === (path === pathOf(one) || path === pathOf(other) ? 200 : 303);
    };
    assert.ok(await isClosed(pathOf(one), {}));
    assert.ok(await isClosed(pathOf(other), { cookie }));
    assert.ok(await isClosed(files[0] ?? '', {}));
    assert.ok(await isClosed(`${pathOf(one)}/zip`, {}));
    (await visitor.get(`${pathOf(other)}/muayine`, { cookie })).refused(401);
    clock.at += 12 * 60 * MINUTE;
    assert.ok(await isClosed(pathOf(one), { cookie }));
    assert.equal((await visitor.get(links[0] ?? '')).status, 410);
  });

  test('sends all files as one ZIP with its length, resumable', async () => {
    const clinic = await newClinic();
    const { share, client, visitor, checkup } = clinic;
    const ids = checkup.xrayFileLinks.map(({ id }) => id);
    const created = await share();
    const cookie = await openShare(visitor, created);
    const url = `${pathOf(created)}/zip`;
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
    const audited = (await auditOf(clinic, 'file', 'download', ids)).map(
      ({ object_id }) => object_id,
    );
    assert.deepEqual(audited.toSorted(), ids.toSorted());
  });

  test('of an unknown token is a 404, for 1,000 of them as fast as for a near miss', async (t) => {
    const { share, visitor } = await newClinic();
    const path = pathOf(await share());
    const nearMiss = path.slice(0, -1) + (path.endsWith('A') ? 'Q' : 'A');
    const time = async (url: string) => {
      const began = process.hrtime.bigint();
      const { response } = await visitor.get(url);
      const took = Number(process.hrtime.bigint() - began);
      assert.equal(response.statusCode, 404);
      assert.equal(response.headers['cache-control'], 'private, no-store');
      return { took, body: response.body };
    };
    const [near, random]: [number[], number[]] = [[], []];
    const { body } = await time(nearMiss);
    for (let number = 0; number < 1_000; number += 1) {
      const [one, other] = [
        await time(nearMiss),
        await time(`/paylasim/${randomBytes(16).toString('base64url')}`),
      ];
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

describe('the PIN', () => {
  const newClinic = sharedWorld();
  const newLimitedClinic = sharedWorld({ rateLimits: true });
  const wrong = (pin = '') => (pin === '000000' ? '000001' : '000000');

  test('is refused 5 times, then for 15 minutes; 20 wrong ones end the share', async () => {
    const clinic = await newClinic();
    const { share, visitor, partner, clock } = clinic;
    const created = await share();
    const path = pathOf(created);
    const attempt = async (pin: string | undefined, address = '10.0.0.1') =>
      (await sendPin(visitor, path, pin, address)).status;
    for (let round = 0; round < 4; round += 1) {
      const isLast = round === 3;
      // One address in the first round, many in the others: the share counts, not the address.
      for (let number = 0; number < 5; number += 1) {
        const address = round === 0 ? '10.0.0.1' : `10.${round}.${number}.7`;
        const expected = number < 4 ? 403 : isLast ? 410 : 429;
        assert.equal(await attempt(wrong(created.pin), address), expected);
        if (!isLast) clock.at += MINUTE;
      }
      if (isLast) break;
      // Locked: the right PIN does not help, and what is tried now is not counted.
      assert.equal(await attempt(created.pin), 429);
      assert.equal(await attempt(wrong(created.pin), '10.9.9.9'), 429);
      const { response } = await visitor.get(path);
      assert.match(response.body, /dəfələrlə səhv/);
      assert.doesNotMatch(response.body, /<button/);
      clock.at += 13 * MINUTE;
      assert.equal(await attempt(created.pin), 429);
      clock.at += MINUTE;
    }
    assert.equal(await attempt(created.pin), 410);
    assert.equal((await visitor.get(path)).status, 410);
    const login = { email: partner.email, password: PARTNER_PASSWORD };
    const client = await visitor.signIn('partner', login);
    const [listed] = (await client.get(OWN)).ok<ShareList>().shares;
    assert.equal(listed?.state, 'blocked');
    (await client.delete(`${OWN}/${listed?._id}`)).refused(404);
    const refusals = await auditOf(clinic, 'share', 'open', [created.share._id]);
    assert.equal(refusals.filter(({ result }) => result === 'refused').length, 20);
  });

  test('is counted over 15 sliding minutes, however the tries are spread', async () => {
    const { share, visitor, clock } = await newClinic();
    const created = await share();
    const attempt = async () =>
      (await sendPin(visitor, pathOf(created), wrong(created.pin))).status;
    const statuses: number[] = [];
    for (const minutes of [0, 14, 0, 0, 2, 0]) {
      clock.at += minutes * MINUTE;
      statuses.push(await attempt());
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429]);
  });

  test('is counted when tried at once', async () => {
    const { share, visitor } = await newClinic();
    const created = await share();
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const address = `10.0.${number}.1`;
        return (await sendPin(visitor, pathOf(created), wrong(created.pin), address)).status;
      }),
    );
    assert.equal(statuses.filter((status) => status === 403).length, 4);
    assert.equal(statuses.filter((status) => status === 429).length, 8);
    assert.equal((await sendPin(visitor, pathOf(created), created.pin)).status, 429);
  });

  test('may be missing or contain blanks without costing a try', async () => {
    const { share, visitor } = await newClinic();
    const created = await share();
    for (let number = 0; number < 8; number += 1)
      assert.equal((await sendPin(visitor, pathOf(created), undefined)).status, 303);
    const spaced = `${created.pin?.slice(0, 3)} ${created.pin?.slice(3)}`;
    const { response } = await sendPin(visitor, pathOf(created), spaced);
    assert.match(String(response.headers['set-cookie']), /HttpOnly; SameSite=Lax$/);
  });

  test('openings of one address are limited', async () => {
    const { share, visitor } = await newLimitedClinic();
    const path = pathOf(await share({ pin: false }));
    for (let number = 0; number < 60; number += 1)
      assert.equal((await sendPin(visitor, path, undefined, '10.0.0.1')).status, 303);
    assert.equal((await sendPin(visitor, path, undefined, '10.0.0.1')).status, 429);
    assert.equal((await sendPin(visitor, path, undefined, '10.0.0.2')).status, 303);
  });
});

/** What ends a share, and its state in the lists afterwards. */
type End = (clinic: Clinic, share: ShareAnswer) => Promise<unknown>;

const ends: Readonly<Record<string, { state: Share['state']; end: End }>> = {
  revoked: {
    state: 'revoked',
    end: async ({ client }, { share }) => (await client.delete(`${OWN}/${share._id}`)).ok(),
  },
  locked: {
    state: 'locked',
    async end({ visitor }, created) {
      const wrong = created.pin === '000000' ? '000001' : '000000';
      for (let number = 0; number < 5; number += 1) await sendPin(visitor, pathOf(created), wrong);
    },
  },
  'deleted with its examination': {
    state: 'deleted',
    end: async ({ admin, checkup }) =>
      (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok(),
  },
  'deleted with its examination, which was restored': {
    state: 'deleted',
    async end({ admin, checkup }) {
      (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
      const deleted = (await admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
      const id = deleted.deletions.find((one) => one.checkup === checkup._id)?._id;
      (await admin.post(`/api/admin/checkups/deleted/${id}/restore`)).ok();
      (await admin.get(`/api/admin/checkups/${checkup._id}`)).ok();
    },
  },
  'deleted with its partner': {
    state: 'deleted',
    end: async ({ admin, partner }) =>
      (await admin.delete(`/api/admin/partners/${partner._id}`)).ok(),
  },
  // Last: signing in after days removes the sessions of the others.
  expired: {
    state: 'expired',
    async end({ clock }) {
      clock.at += 8 * DAY;
    },
  },
};

describe('tokens, files, identities and states', () => {
  const newClinic = sharedWorld();

  test('every cookie with every token and file: only those of one share fit each other', async () => {
    const clinic = await newClinic();
    const { visitor, share, world, checkup, signedInPartner } = clinic;
    const foreign = await signedInPartner();
    const foreignCheckup = await addCheckup(world, foreign.partner._id);
    const first = checkup.xrayFileLinks[0]?.id;
    const shares = [
      await share(),
      await share({ files: [first], pin: false }),
      await createShare(foreign.client, 'partner', foreignCheckup._id),
    ];
    const expected = [
      checkup.xrayFileLinks.map(({ id }) => id),
      [first],
      foreignCheckup.xrayFileLinks.map(({ id }) => id),
    ];
    const cookies = await Promise.all(shares.map((one) => openShare(visitor, one)));
    const ids = [...new Set(expected.flat())];
    let leaks = 0;
    let opened = 0;
    for (const [index, one] of shares.entries())
      for (const [other, cookie] of cookies.entries())
        for (const id of ids) {
          const url = `${pathOf(one)}/fayl/${id}`;
          const { response } = await visitor.get(url, { cookie });
          const isOwn = index === other && expected[index]?.includes(id);
          if (response.statusCode === 302 && !isOwn) leaks += 1;
          if (response.statusCode !== 302) continue;
          const { response: file } = await visitor.get(String(response.headers.location));
          assert.equal(file.statusCode, 200);
          opened += 1;
        }
    assert.deepEqual({ leaks, opened }, { leaks: 0, opened: 5 });
  });

  test('a deleted file leaves the share and does not return with its restoring', async () => {
    const { share, admin, client, visitor, checkup } = await newClinic();
    const created = await share();
    const cookie = await openShare(visitor, created);
    const { links } = await openPage(visitor, pathOf(created), cookie);
    (await admin.delete(`/api/admin/checkups/${checkup._id}/files/panoram.dcm`)).ok();
    const check = async () => {
      assert.equal((await visitor.get(links[0] ?? '')).status, 404);
      assert.equal((await openPage(visitor, pathOf(created), cookie)).files.length, 1);
      assert.equal((await client.get(OWN)).ok<ShareList>().shares[0]?.files, 1);
    };
    await check();
    const deleted = (await admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
    (await admin.post(`/api/admin/checkups/deleted/${deleted.deletions[0]?._id}/restore`)).ok();
    await check();
  });

  test('lists answer 304 until a share is opened or has expired', async () => {
    const { share, client, visitor, clock } = await newClinic();
    const created = await share();
    const poll = async (etag?: string) => {
      const { response } = await client.get(OWN, etag ? { 'if-none-match': etag } : {});
      return { status: response.statusCode, etag: String(response.headers.etag) };
    };
    const { etag } = await poll();
    assert.equal((await poll(etag)).status, 304);
    await openShare(visitor, created);
    const opened = await poll(etag);
    assert.equal(opened.status, 200);
    assert.equal((await poll(opened.etag)).status, 304);
    clock.at += MINUTE;
    assert.equal((await poll(opened.etag)).status, 200);
  });

  for (const [name, { state, end }] of Object.entries(ends))
    test(`a share that is ${name} opens nothing`, async () => {
      const clinic = await newClinic();
      const { visitor, client, share, signedInPartner } = clinic;
      const created = await share();
      const path = pathOf(created);
      const cookie = await openShare(visitor, created);
      const { files, links } = await openPage(visitor, path, cookie);
      assert.equal(links.length, 2);
      const other = (await signedInPartner()).client;
      await end(clinic, created);
      const admin = await clinic.signInAdmin();
      const { shares } = (await admin.get(clinic.all)).ok<ShareList>();
      assert.equal(shares[0]?.state, state);
      // A lock keeps strangers out; a device that has opened the share stays open.
      const isOpen = state === 'locked';
      const identities = { visitor, client, other, admin };
      const addresses = [path, `${path}/zip`, `${path}/muayine`, ...files, ...links];
      for (const [who, identity] of Object.entries(identities))
        for (const address of addresses)
          for (const headers of [{}, { cookie }]) {
            const { response } = await identity.get(address, headers);
            const isCapability = links.includes(address);
            const mayRead = isOpen && (isCapability || 'cookie' in headers);
            const isLeak = /Nigar|Hüseynova|Panoram|DICM/.test(response.body);
            if (!mayRead) assert.ok(!isLeak && response.statusCode !== 206, `${who} ${address}`);
            if (!isOpen) assert.ok([404, 410].includes(response.statusCode), `${who} ${address}`);
          }
      const { response } = await sendPin(visitor, path, created.pin);
      assert.equal(response.headers['set-cookie'], undefined);
    });
});
