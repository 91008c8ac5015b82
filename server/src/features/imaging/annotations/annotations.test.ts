import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import {
  everyKind,
  lengthContent,
  listAuditRows,
  newFileOfPartner,
} from '@deqiq/testkit/http/annotations.ts';

describe('an annotation', () => {
  test('of every kind is kept as it was drawn, and shown to the partner and to staff', async (t) => {
    const { admin, client, partner, add, list, ...world } = await newFileOfPartner(t);
    const made: Annotation[] = [];
    for (const content of everyKind)
      made.push(await add(client, 'partner', { content, label: ' 36 nömrəli diş ' }));
    assert.deepEqual(await list(client, 'partner'), made);
    const [first] = made;
    assert.deepEqual(first, {
      _id: first?._id,
      version: 1,
      label: '36 nömrəli diş',
      content: lengthContent,
      isOwn: true,
      author: { role: 'partner', name: `${partner.firstName} ${partner.lastName}` },
      createdAt: first?.createdAt,
      updatedAt: first?.createdAt,
    });
    assert.deepEqual(
      made.map(({ content }) => content),
      everyKind,
    );
    const shown = await list(admin, 'admin');
    // Those of one millisecond have no order.
    const byId = (one: { _id: string }, other: { _id: string }) => one._id.localeCompare(other._id);
    assert.deepEqual(
      shown.toSorted(byId),
      made.map((each) => ({ ...each, isOwn: false })).toSorted(byId),
    );
    assert.deepEqual((await listAuditRows(world))[0], [
      'partner',
      'create',
      first?._id,
      `file ${world.file}`,
    ]);
  });

  test('of staff is changed by any of them, and partners do not read a username', async (t) => {
    const { admin, client, add, list, change } = await newFileOfPartner(t);
    const made = await add(admin, 'admin');
    assert.deepEqual(made.author, { role: 'staff', name: 'admin' });
    const login = { username: 'Sevda', password: 'reception password' };
    (await admin.post('/api/admin/staff', { ...login, role: 'staff' })).ok();
    const colleague = await admin.signIn('admin', login);
    (await change(colleague, 'admin', { ...made, label: 'x' })).ok();
    const [shown] = await list(client, 'partner');
    assert.deepEqual([shown?.author, shown?.version], [{ role: 'staff', name: provider.name }, 2]);
    assert.equal(shown?.isOwn, false);
  });

  test('is changed and deleted by its author, with audit rows', async (t) => {
    const { client, add, list, change, remove, ...world } = await newFileOfPartner(t);
    const made = await add(client, 'partner');
    const content = { kind: 'window', centre: 5, width: 6 } as const;
    const { annotation } = (
      await change(client, 'partner', { ...made, label: 'dar', content })
    ).ok<{ annotation: Annotation }>();
    assert.deepEqual(
      { ...annotation, updatedAt: '' },
      { ...made, version: 2, label: 'dar', content, updatedAt: '' },
    );
    assert.deepEqual(await list(client, 'partner'), [annotation]);
    const deleted = (await remove(client, 'partner', annotation)).ok<{ message: string }>();
    assert.equal(deleted.message, annotationMessages.deleted());
    assert.deepEqual(await list(client, 'partner'), []);
    (await remove(client, 'partner', annotation)).refused(404);
    assert.deepEqual(
      (await listAuditRows(world)).map(([, action]) => action),
      ['create', 'change', 'delete'],
    );
  });

  test('of the other side is not changed', async (t) => {
    const { admin, client, add, change, remove, list } = await newFileOfPartner(t);
    for (const [author, area, other, otherArea] of [
      [client, 'partner', admin, 'admin'],
      [admin, 'admin', client, 'partner'],
    ] as const) {
      const made = await add(author, area);
      const refused = (await change(other, otherArea, { ...made, label: 'x' })).refused(403);
      assert.equal(refused.message, annotationMessages.notOwn());
      (await remove(other, otherArea, made)).refused(403);
    }
    assert.deepEqual(
      (await list(client, 'partner')).map(({ label, version }) => [label, version]),
      [
        ['', 1],
        ['', 1],
      ],
    );
  });

  test('of the second series of a ZIP keeps that series, and an invalid one is refused', async (t) => {
    const { client, add, create, list } = await newFileOfPartner(t);
    const content = { ...lengthContent, series: '0123456789ab' };
    const made = await add(client, 'partner', { content });
    assert.deepEqual((await list(client, 'partner'))[0]?.content, content);
    assert.deepEqual(made.content, content);
    for (const series of ['', '0123456789AB', '../meta', '0123456789abc']) {
      const invalid = { content: { ...lengthContent, series } };
      const refused = (await create(client, 'partner', invalid)).refused(400);
      assert.equal(refused.message, annotationMessages.badKind());
    }
  });

  test('with a script as its label is text', async (t) => {
    const { client, add, list } = await newFileOfPartner(t);
    const label = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    assert.equal((await add(client, 'partner', { label })).label, label);
    assert.equal((await list(client, 'partner'))[0]?.label, label);
    const { response } = await client.get('/api/partner/files/x/annotations');
    assert.match(String(response.headers['content-type']), /^application\/json/);
  });
});
