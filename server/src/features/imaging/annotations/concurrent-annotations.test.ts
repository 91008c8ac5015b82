import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Annotation, AnnotationConflict } from '@deqiq/contract/imaging/annotations.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import { listAuditRows, newFileOfPartner } from '@deqiq/testkit/http/annotations.ts';

describe('concurrent work', () => {
  test('a repeated call creates one annotation, also at the same moment', async (t) => {
    const { client, create, list, ...world } = await newFileOfPartner(t);
    const sent = { _id: randomUUID(), label: 'bir dəfə' };
    const answers = await Promise.all([1, 2, 3].map(() => create(client, 'partner', sent)));
    const made = answers.map((answer) => answer.ok<{ annotation: Annotation }>().annotation);
    assert.deepEqual(await list(client, 'partner'), [made[0]]);
    assert.deepEqual(made[1], made[2]);
    assert.equal((await listAuditRows(world)).length, 1);
  });

  test('an _id in use for something else is a conflict with what is there', async (t) => {
    const { admin, client, add, create, list } = await newFileOfPartner(t);
    const made = await add(client, 'partner');
    for (const [who, area, sent] of [
      [client, 'partner', { ...made, label: 'başqa' }],
      [admin, 'admin', made],
    ] as const) {
      const { response } = await create(who, area, sent);
      assert.equal(response.statusCode, 409);
      assert.equal(response.json<AnnotationConflict>().annotation?._id, made._id);
    }
    assert.deepEqual(await list(client, 'partner'), [made]);
  });

  test('of two edits of one version the second is refused, with the first one in the answer', async (t) => {
    const { client, add, change, remove, list } = await newFileOfPartner(t);
    const made = await add(client, 'partner');
    const first = { ...made, label: 'birinci' };
    (await change(client, 'partner', first)).ok();
    for (const answer of [
      await change(client, 'partner', { ...made, label: 'ikinci' }),
      await remove(client, 'partner', made),
    ]) {
      const body = answer.response.json<AnnotationConflict>();
      assert.equal(answer.refused(409).message, annotationMessages.changed());
      assert.deepEqual([body.annotation?.label, body.annotation?.version], ['birinci', 2]);
    }
    assert.deepEqual(
      (await list(client, 'partner')).map(({ label }) => label),
      ['birinci'],
    );
    // The answer of the first call was lost, so the client sends it again.
    const again = (await change(client, 'partner', first)).ok<{ annotation: Annotation }>();
    assert.equal(again.annotation.version, 2);
  });

  test('racing edits have one winner', async (t) => {
    const { client, add, change, list, ...world } = await newFileOfPartner(t);
    const made = await add(client, 'partner');
    const labels = ['a', 'b', 'c', 'd', 'e'];
    const answers = await Promise.all(
      labels.map((label) => change(client, 'partner', { ...made, label })),
    );
    const won = labels.filter((_, n) => answers[n]?.status === 200);
    assert.equal(won.length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 4);
    const [shown] = await list(client, 'partner');
    assert.deepEqual([shown?.label, shown?.version], [won[0], 2]);
    assert.equal((await listAuditRows(world)).length, 2);
  });
});
