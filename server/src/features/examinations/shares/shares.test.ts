import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FoundCheckup } from '@deqiq/contract/examinations/checkups.ts';
import type { ShareAnswer, ShareList } from '@deqiq/contract/examinations/shares.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { sharedClinic } from '@deqiq/testkit/http/share-clinic.ts';
import { createShare, toPath } from '@deqiq/testkit/http/shares.ts';
import { DAY } from '../../../platform/time.ts';

const OWN = '/api/partner/shares';
const ALL = '/api/admin/shares';

describe('a share', () => {
  const newClinic = sharedClinic();

  test('shows its address and PIN once and stores neither', async () => {
    const { share, client, db, checkup, partner, clock } = await newClinic();
    const created = await share({ label: ' Valideyn ' });
    const token = toPath(created).split('/').at(-1) ?? '';
    assert.match(created.url, /^http:\/\/[^/]+\/paylasim\/[\w-]{22}$/);
    assert.match(created.pin ?? '', /^\d{6}$/);
    assert.deepEqual(created.share, {
      _id: created.share._id,
      label: 'Valideyn',
      state: 'live',
      hasPin: true,
      createdAt: new Date(clock.at).toISOString(),
      expiresAt: new Date(clock.at + 7 * DAY).toISOString(),
      endedAt: null,
      createdBy: 'partner',
      files: 2,
      openings: 0,
      downloads: 0,
      partner: { _id: partner._id, firstName: 'Lalə', lastName: 'Ismayılova' },
      checkup: {
        _id: checkup._id,
        firstName: 'Nigar',
        lastName: 'Hüseynova',
        name: 'Panoram rentgen',
      },
      lastOpenedAt: null,
      visits: [],
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

  test('ends with all others of a doctor whose session may have been stolen', async () => {
    const { share, admin, client, visitor, partner, checkup, db } = await newClinic();
    await share();
    await createShare(admin, 'admin', checkup._id);
    const end = `/api/admin/partners/${partner._id}/end-shares`;
    (await client.post(end)).refused(403);
    (await visitor.post(end)).refused(401);
    (await admin.post(end)).ok();
    const states = (await client.get(OWN)).ok<ShareList>().shares.map((each) => each.state);
    assert.deepEqual(states, ['live', 'revoked']);
    const { creator_id } = await db
      .selectFrom('shares')
      .select('creator_id')
      .where('created_by', '=', 'staff')
      .executeTakeFirstOrThrow();
    (await admin.post(`/api/admin/staff/${creator_id}/end-shares`)).ok();
    assert.deepEqual((await client.get(`${OWN}?status=live`)).ok<ShareList>().shares, []);
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

  test('takes its files from a form as it does from JSON', async () => {
    const { share, client, checkup } = await newClinic();
    const [xray] = checkup.xrayFileLinks;
    assert.ok(xray);
    const url = `/api/partner/checkups/${checkup._id}/shares`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (payload: string) => client.send({ method: 'POST', url, headers, payload });
    for (const files of [xray.id, JSON.stringify([xray.id])]) {
      const body = new URLSearchParams({ files }).toString();
      for (const answer of [await post(body), await client.form('POST', url, { files })])
        assert.equal(answer.ok<ShareAnswer>().share.files, 1, files);
    }
    const ids = (await client.get(`/api/partner/checkups/${checkup._id}`)).ok<FoundCheckup>();
    const all = [...ids.checkup.xrayFileLinks, ...ids.checkup.fileLinks].map(({ id }) => id);
    const repeated = all.map((id) => `files=${id}`).join('&');
    assert.equal((await post(repeated)).ok<ShareAnswer>().share.files, all.length);
    assert.equal((await share()).share.files, all.length);
    for (const files of ['', '[', '[1]', '["x"]', '[null]'])
      (await post(new URLSearchParams({ files }).toString())).refused(400);
    (await client.post(url, { files: null })).refused(400);
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
    for (const name of ['hUSeyn', 'seyn', 'huseynova nigar'])
      assert.deepEqual(await ids(client, `${OWN}?name=${name}`), [staffs._id, own._id], name);
    assert.deepEqual(await ids(admin, `${all}&name=%25`), []);
    (await client.get(`${OWN}?status=maybe`)).refused(400);
  });
});
