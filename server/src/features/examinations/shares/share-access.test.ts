import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DeletionList } from '@deqiq/contract/examinations/deletions.ts';
import type { Share, ShareAnswer, ShareList } from '@deqiq/contract/examinations/shares.ts';
import { addCheckup, type Clinic, sharedClinic } from '@deqiq/testkit/http/share-clinic.ts';
import { createShare, openPage, openShare, sendPin, toPath } from '@deqiq/testkit/http/shares.ts';
import { MINUTE } from '../../../platform/time.ts';

const DAY = 24 * 60 * MINUTE;
const OWN = '/api/partner/shares';

/** Ends a share. */
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
      for (let number = 0; number < 5; number += 1) await sendPin(visitor, toPath(created), wrong);
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
  const newClinic = sharedClinic();

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
          const url = `${toPath(one)}/fayl/${id}`;
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
    const { links } = await openPage(visitor, toPath(created), cookie);
    (await admin.delete(`/api/admin/checkups/${checkup._id}/files/panoram.dcm`)).ok();
    const check = async () => {
      assert.equal((await visitor.get(links[0] ?? '')).status, 404);
      assert.equal((await openPage(visitor, toPath(created), cookie)).files.length, 1);
      assert.equal((await client.get(OWN)).ok<ShareList>().shares[0]?.files, 1);
    };
    await check();
    const deleted = (await admin.get('/api/admin/checkups/deleted')).ok<DeletionList>();
    (await admin.post(`/api/admin/checkups/deleted/${deleted.deletions[0]?._id}/restore`)).ok();
    await check();
  });

  test('lists answer 304 until a share is opened or has expired', async () => {
    const { share, client, visitor, clock, db } = await newClinic();
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
    assert.equal((await poll(opened.etag)).status, 304);
    const soon = new Date(clock.at + MINUTE / 2).toISOString();
    await db.updateTable('shares').set({ expires_at: soon }).execute();
    const { etag: beforeEnd } = await poll();
    clock.at += MINUTE;
    assert.equal((await poll(beforeEnd)).status, 200);
  });

  for (const [name, { state, end }] of Object.entries(ends))
    test(`a share that is ${name} opens nothing`, async () => {
      const clinic = await newClinic();
      const { visitor, client, share, signedInPartner } = clinic;
      const created = await share();
      const path = toPath(created);
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
