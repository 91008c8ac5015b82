import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Checkup, OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import {
  findLink,
  largePicture,
  newWorldWithFile,
  newWorldWithPictures,
  refreshSession,
} from '@deqiq/testkit/http/world-with-file.ts';
import { someDicom, type World } from '@deqiq/testkit/world.ts';
import { MINUTE } from '../../../platform/time.ts';

describe('a link', () => {
  test('gives the bytes without any header, to the partner and to staff', async (t) => {
    const bytes = Buffer.concat([someDicom(), randomBytes(600_000)]);
    const { visitor, link, checkup } = await newWorldWithFile(t, 'panoram.dcm', bytes);
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
    const { link, checkup, signedInPartner } = await newWorldWithFile(t, 'a.dcm', someDicom());
    assert.notEqual(link.url, checkup.xrayFileLinks[0]?.url);
    const other = await signedInPartner();
    const list = await other.client.get('/api/partner/misc/checkups');
    assert.deepEqual(list.ok<OwnCheckupList>().checkups, []);
  });

  test('dies with log-out', async (t) => {
    const { visitor, client, link } = await newWorldWithFile(t, 'a.dcm', someDicom());
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
      const world = await newWorldWithFile(t, 'a.dcm', someDicom());
      (await kill(world, world.checkup)).ok();
      (await world.visitor.get(world.link.url)).refused(404);
    }
  });

  test('stops working when its checkup moves to another partner', async (t) => {
    const { visitor, link, checkup, db, addPartner } = await newWorldWithFile(
      t,
      'a.dcm',
      someDicom(),
    );
    await db
      .updateTable('checkups')
      .set({ partner_id: (await addPartner())._id })
      .where('id', '=', checkup._id)
      .execute();
    (await visitor.get(link.url)).refused(404);
    assert.equal((await visitor.get(checkup.xrayFileLinks[0]?.url ?? '')).status, 200);
  });

  test('expires after 15 minutes, and the list contains a fresh one', async (t) => {
    const { visitor, client, link, clock } = await newWorldWithFile(t, 'a.dcm', someDicom());
    clock.at += 15 * MINUTE - 1;
    assert.equal((await visitor.get(link.url)).status, 200);
    clock.at += 1;
    assert.equal((await visitor.get(link.url)).refused(410).code, 'gone');
    const fresh = await findLink(await refreshSession(client));
    assert.equal((await visitor.get(fresh.url)).status, 200);
  });

  test('with a forged signature does not work', async (t) => {
    const { visitor, link } = await newWorldWithFile(t, 'a.dcm', someDicom());
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

describe('the audit', () => {
  test('has one row per session, file, action and ten minutes', async (t) => {
    const world = await newWorldWithPictures(t, 'a.png', await largePicture());
    const { visitor, client, link, clock, derivedLink } = world;
    for (const range of ['bytes=0-1', 'bytes=2-', 'bytes=5-6'])
      await Promise.all([visitor.get(link.url, { range }), visitor.get(link.url, { range })]);
    const { previewUrl, imaging } = await derivedLink();
    const ranges = ['bytes=0-1', 'bytes=1-2', 'bytes=3-'];
    await Promise.all(ranges.map((range) => visitor.get(`${imaging.url}preview-320`, { range })));
    await visitor.get(`${imaging.url}preview-1280`);
    await visitor.get(previewUrl ?? '');
    clock.at += 10 * MINUTE;
    await visitor.get((await findLink(await refreshSession(client))).url);
    assert.deepEqual(await views(world), ['partner download', 'partner view', 'partner download']);
  });

  test('contains no row for HEAD, rejections and forged links', async (t) => {
    const world = await newWorldWithFile(t, 'a.png', await largePicture());
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
