import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { MAX_ANNOTATIONS } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { PARTNER_QUOTAS } from '@deqiq/contract/operations/quotas.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import * as storageMessages from '@deqiq/messages/imaging/storage.js';
import { addressIn, callsAbout, newFileOfPartner } from '@deqiq/testkit/http/annotations.ts';
import { inAzerbaijani } from '@deqiq/testkit/languages.ts';

describe('the annotations of a file', () => {
  test('are for its partner and for staff only', async (t) => {
    const { admin, client, visitor, signedInPartner, file, create, add, change, remove } =
      await newFileOfPartner(t);
    const made = await add(client, 'partner');
    const stranger = (await signedInPartner()).client;
    const unknown = callsAbout(randomUUID());
    for (const { create: post, change: put, remove: del, id } of [
      { create, change, remove, id: file },
      { ...unknown, id: randomUUID() },
    ]) {
      const answers = [
        [await stranger.get(addressIn('partner', id)), storageMessages.notFound()],
        [await post(stranger, 'partner'), storageMessages.notFound()],
        [await put(stranger, 'partner', made), annotationMessages.notFound()],
        [await del(stranger, 'partner', made), annotationMessages.notFound()],
      ] as const;
      for (const [answer, message] of answers) assert.equal(answer.refused(404).message, message);
    }
    for (const [who, area, status] of [
      [visitor, 'partner', 401],
      [visitor, 'admin', 401],
      [client, 'admin', 403],
      [admin, 'partner', 403],
    ] as const) {
      (await who.get(addressIn(area, file))).refused(status);
      (await create(who, area)).refused(status);
      (await change(who, area, made)).refused(status);
      (await remove(who, area, made)).refused(status);
    }
    (await change(client, 'partner', { ...made, _id: randomUUID() })).refused(404);
  });

  test('may have the same _id as those of another file', async (t) => {
    const { client, add, signedInPartner, addCheckup } = await newFileOfPartner(t);
    const { _id } = await add(client, 'partner');
    const other = await signedInPartner();
    const checkup = await addCheckup({ partner: other.partner._id });
    const calls = callsAbout(checkup.xrayFileLinks[0]?.id ?? '');
    assert.equal((await calls.add(other.client, 'partner', { _id })).version, 1);
    assert.equal((await calls.list(other.client, 'partner')).length, 1);
  });

  test('come with a tag, and an unchanged poll is short', async (t) => {
    const { admin, client, file, add } = await newFileOfPartner(t);
    const poll = (tag = '') =>
      client.get(addressIn('partner', file), tag ? { 'if-none-match': tag } : {});
    const tag = String((await poll()).response.headers.etag);
    assert.equal((await poll(tag)).status, 304);
    await add(admin, 'admin');
    const next = await poll(tag);
    assert.equal(next.ok<{ annotations: Annotation[] }>().annotations.length, 1);
    assert.notEqual(next.response.headers.etag, tag);
  });

  test('are 200 at most, also of concurrent calls', async (t) => {
    const { db, client, admin, create, add, list, remove } = await newFileOfPartner(t);
    const first = await add(client, 'partner');
    const { id, client_id, ...row } = await db
      .selectFrom('annotations')
      .selectAll()
      .executeTakeFirstOrThrow();
    for (let count = 1; count < MAX_ANNOTATIONS - 2; count += 1)
      await db
        .insertInto('annotations')
        .values({ ...row, id: randomUUID(), client_id: randomUUID() })
        .execute();
    const answers = await Promise.all(
      [client, admin, client, admin].map((who, n) => create(who, n % 2 ? 'admin' : 'partner')),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 409, 409]);
    const refused = (await create(client, 'partner')).refused(409);
    assert.equal(refused.message, annotationMessages.tooMany({ max: MAX_ANNOTATIONS }));
    assert.equal((await list(client, 'partner')).length, MAX_ANNOTATIONS);
    // A repeated call needs no room.
    assert.deepEqual(await add(client, 'partner', first), first);
    (await remove(client, 'partner', first)).ok();
    await add(client, 'partner');
  });

  test('go with a deleted checkup, and come back with it', async (t) => {
    const { admin, client, checkup, file, add, list } = await newFileOfPartner(t);
    const made = await add(client, 'partner');
    (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
    (await client.get(addressIn('partner', file))).refused(404);
    (await admin.get(addressIn('admin', file))).refused(404);
    const { deletions } = (await admin.get('/api/admin/checkups/deleted')).ok<{
      deletions: { _id: string }[];
    }>();
    (await admin.post(`/api/admin/checkups/deleted/${deletions[0]?._id}/restore`)).ok();
    assert.deepEqual(await list(client, 'partner'), [made]);
  });

  test('are removed with the bytes of the file', async (t) => {
    const { db, imaging, client, file, add, ...world } = await newFileOfPartner(t);
    const other = await world.addCheckup();
    await add(client, 'partner');
    await callsAbout(other.xrayFileLinks[0]?.id ?? '').add(world.admin, 'admin');
    await imaging.remove([file]);
    const left = await db.selectFrom('annotations').select('file_id').execute();
    assert.deepEqual(
      left.map((row) => row.file_id),
      [other.xrayFileLinks[0]?.id],
    );
  });

  test('of one partner are 1,000 changes an hour', async (t) => {
    const { db, client, admin, add, create } = await newFileOfPartner(t, { rateLimits: true });
    const { max, message } = PARTNER_QUOTAS.annotation;
    await add(client, 'partner');
    await db
      .updateTable('partner_quotas')
      .set({ used: max - 1 })
      .where('kind', '=', 'annotation')
      .execute();
    await add(client, 'partner');
    assert.equal(
      (await create(client, 'partner')).refused(429).message,
      inAzerbaijani(() => message({ max })),
    );
    await add(admin, 'admin');
  });
});
