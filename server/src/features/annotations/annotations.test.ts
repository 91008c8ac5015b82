import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import type {
  Annotation,
  AnnotationConflict,
  AnnotationContent,
} from '@deqiq/contract/annotations.ts';
import { fileMessages } from '@deqiq/contract/files.ts';
import { PARTNER_QUOTAS } from '@deqiq/contract/quotas.ts';
import { annotationMessages, MAX_ANNOTATIONS } from '@deqiq/contract/shared/annotation-limits.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';

type Area = 'admin' | 'partner';

const length: AnnotationContent = {
  kind: 'length',
  points: [
    [10, 20.5],
    [110, 20.5],
  ],
};

const everyKind: readonly AnnotationContent[] = [
  length,
  {
    kind: 'polyline',
    points: [
      [0, 0, 0],
      [1, 2, 3],
      [-4, 5, 6.25],
    ],
  },
  {
    kind: 'angle',
    points: [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    frame: 3,
  },
  {
    kind: 'calibration',
    points: [
      [5, 5],
      [5, 105],
    ],
    millimetres: 10.5,
  },
  {
    kind: 'canal',
    points: [
      [1, 2, 3],
      [2, 3, 4],
    ],
  },
  { kind: 'implant', position: [1, 2, 3], direction: [0, 0.6, -0.8], diameter: 4.1, length: 10 },
  {
    kind: 'arch',
    points: [
      [-20, 0, 5],
      [0, -25, 5],
      [20, 0, 5],
    ],
  },
  { kind: 'window', centre: 300, width: 1_500.5 },
];

const addressIn = (area: Area, file: string) => `/api/${area}/files/${file}/annotations`;

interface Sent {
  readonly _id?: string;
  readonly label?: string;
  readonly content?: unknown;
}

/** A partner's file, and calls about its annotations in the area of a client. */
async function newFile(t: TestContext, options: Parameters<typeof newWorld>[1] = {}) {
  const world = await newWorld(t, options);
  const { partner, client } = await world.signedInPartner();
  const checkup = await world.addCheckup({ partner: partner._id });
  const file = checkup.xrayFileLinks[0]?.id ?? '';
  return { ...world, partner, client, checkup, file, ...callsAbout(file) };
}

function callsAbout(file: string) {
  const create = (client: Client, area: Area, sent: Sent = {}) =>
    client.post(addressIn(area, file), { _id: randomUUID(), content: length, ...sent });
  return {
    create,
    add: async (client: Client, area: Area, sent: Sent = {}) =>
      (await create(client, area, sent)).ok<{ annotation: Annotation }>().annotation,
    list: async (client: Client, area: Area) =>
      (await client.get(addressIn(area, file))).ok<{ annotations: Annotation[] }>().annotations,
    change: (
      client: Client,
      area: Area,
      { _id, ...body }: Partial<Annotation> & { readonly content?: unknown },
    ) => client.put(`${addressIn(area, file)}/${_id}`, body),
    remove: (client: Client, area: Area, { _id, version }: Pick<Annotation, '_id' | 'version'>) =>
      client.delete(`${addressIn(area, file)}/${_id}?version=${version}`),
  };
}

const audited = async ({ db }: Pick<World, 'db'>) =>
  (
    await db
      .selectFrom('audit')
      .select(['role', 'action', 'object_id', 'detail'])
      .where('object', '=', 'annotation')
      .orderBy('id')
      .execute()
  ).map((row) => Object.values(row));

describe('an annotation', () => {
  test('of every kind is kept as it was drawn, and shown to the partner and to staff', async (t) => {
    const { admin, client, partner, add, list, ...world } = await newFile(t);
    const made: Annotation[] = [];
    for (const content of everyKind)
      made.push(await add(client, 'partner', { content, label: ' 36 nömrəli diş ' }));
    assert.deepEqual(await list(client, 'partner'), made);
    const [first] = made;
    assert.deepEqual(first, {
      ...{ _id: first?._id, version: 1, label: '36 nömrəli diş', content: length, isOwn: true },
      author: { role: 'partner', name: `${partner.firstName} ${partner.lastName}` },
      ...{ createdAt: first?.createdAt, updatedAt: first?.createdAt },
    });
    assert.deepEqual(
      made.map(({ content }) => content),
      everyKind,
    );
    const shown = await list(admin, 'admin');
    assert.deepEqual(
      shown,
      made.map((each) => ({ ...each, isOwn: false })),
    );
    assert.deepEqual((await audited(world))[0], [
      ...['partner', 'create', first?._id, `file ${world.file}`],
    ]);
  });

  test('of staff is changed by any of them, and partners do not read a username', async (t) => {
    const { admin, client, add, list, change } = await newFile(t);
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
    const { client, add, list, change, remove, ...world } = await newFile(t);
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
    assert.equal(deleted.message, annotationMessages.deleted);
    assert.deepEqual(await list(client, 'partner'), []);
    (await remove(client, 'partner', annotation)).refused(404);
    assert.deepEqual(
      (await audited(world)).map(([, action]) => action),
      ['create', 'change', 'delete'],
    );
  });

  test('of the other side is not changed', async (t) => {
    const { admin, client, add, change, remove, list } = await newFile(t);
    for (const [author, area, other, otherArea] of [
      [client, 'partner', admin, 'admin'],
      [admin, 'admin', client, 'partner'],
    ] as const) {
      const made = await add(author, area);
      const refused = (await change(other, otherArea, { ...made, label: 'x' })).refused(403);
      assert.equal(refused.message, annotationMessages.notOwn);
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

  test('with a script as its label is text', async (t) => {
    const { client, add, list } = await newFile(t);
    const label = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    assert.equal((await add(client, 'partner', { label })).label, label);
    assert.equal((await list(client, 'partner'))[0]?.label, label);
    const { response } = await client.get('/api/partner/files/x/annotations');
    assert.match(String(response.headers['content-type']), /^application\/json/);
  });

  test('that breaks a rule is refused with a sentence', async (t) => {
    const { client, create, add, change, list } = await newFile(t);
    const { badPoints, badNumber, badKind, badDirection, samePoints, frameInVolume } =
      annotationMessages;
    const line = (points: unknown, more = {}) => ({ kind: 'length', points, ...more });
    const implant = { ...everyKind[5] };
    const many = (count: number, point: readonly number[]) => Array(count).fill(point);
    const cases: [unknown, string][] = [
      [undefined, badKind],
      ['{', badKind],
      [{ kind: 'circle', points: [] }, badKind],
      [line(undefined), badPoints],
      [line([[0, 0]]), badPoints],
      [
        line([
          [0, 0],
          [1, null],
        ]),
        badPoints,
      ],
      [
        line([
          [0, 0],
          [1, 'NaN'],
        ]),
        badPoints,
      ],
      [
        line([
          [0, 0],
          [1, 100_001],
        ]),
        badNumber,
      ],
      [
        line([
          [0, 0],
          [1, 2, 3],
        ]),
        badPoints,
      ],
      [
        line(
          [
            [0, 0, 0],
            [1, 2, 3],
          ],
          { frame: 1 },
        ),
        frameInVolume,
      ],
      [
        line(
          [
            [0, 0],
            [1, 2],
          ],
          { frame: 0.5 },
        ),
        annotationMessages.badFrame,
      ],
      [{ kind: 'polyline', points: many(101, [1, 2]) }, badPoints],
      [{ kind: 'canal', points: many(101, [1, 2, 3]) }, badPoints],
      [{ kind: 'canal', points: many(2, [1, 2]) }, annotationMessages.badPoint],
      [{ kind: 'arch', points: many(21, [1, 2, 3]) }, badPoints],
      [{ kind: 'angle', points: many(2, [1, 2]) }, badPoints],
      [{ kind: 'calibration', points: many(2, [1, 2]), millimetres: 5 }, samePoints],
      [{ ...everyKind[3], millimetres: 0 }, badNumber],
      [{ ...implant, direction: [0, 0, 2] }, badDirection],
      [{ ...implant, diameter: 21 }, badNumber],
      [{ kind: 'window', centre: 1, width: 0 }, badNumber],
      [{ kind: 'window', centre: 1e300, width: 1 }, badNumber],
    ];
    const made = await add(client, 'partner');
    for (const [content, message] of cases) {
      const about = JSON.stringify(content);
      const refused = (await create(client, 'partner', { content })).refused(400);
      assert.equal(refused.message, message, about);
      const changed = (await change(client, 'partner', { ...made, content } as never)).refused(400);
      assert.equal(changed.message, message, about);
    }
    for (const sent of [
      { _id: 'x' },
      { _id: randomUUID().toUpperCase() },
      { label: 'x'.repeat(81) },
    ])
      (await create(client, 'partner', sent)).refused(400);
    for (const version of [0, 1.5, 'x', null])
      (await change(client, 'partner', { ...made, version } as never)).refused(400);
    assert.deepEqual(await list(client, 'partner'), [made]);
  });

  test('with numbers that are no numbers is refused', async (t) => {
    const { client, file, list } = await newFile(t);
    const headers = { 'content-type': 'application/json' };
    for (const number of ['NaN', 'Infinity', '1e999', '-1e999']) {
      const payload = `{"_id":"${randomUUID()}","content":{"kind":"length","points":[[0,0],[1,${number}]]}}`;
      const url = addressIn('partner', file);
      (await client.send({ method: 'POST', url, headers, payload })).refused(400);
    }
    assert.deepEqual(await list(client, 'partner'), []);
  });
});

describe('the annotations of a file', () => {
  test('are for its partner and for staff only', async (t) => {
    const { admin, client, visitor, signedInPartner, file, create, add, change, remove } =
      await newFile(t);
    const made = await add(client, 'partner');
    const stranger = (await signedInPartner()).client;
    const unknown = callsAbout(randomUUID());
    for (const { create: post, change: put, remove: del, id } of [
      { create, change, remove, id: file },
      { ...unknown, id: randomUUID() },
    ]) {
      const answers = [
        [await stranger.get(addressIn('partner', id)), fileMessages.notFound],
        [await post(stranger, 'partner'), fileMessages.notFound],
        [await put(stranger, 'partner', made), annotationMessages.notFound],
        [await del(stranger, 'partner', made), annotationMessages.notFound],
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
    const { client, add, signedInPartner, addCheckup } = await newFile(t);
    const { _id } = await add(client, 'partner');
    const other = await signedInPartner();
    const checkup = await addCheckup({ partner: other.partner._id });
    const calls = callsAbout(checkup.xrayFileLinks[0]?.id ?? '');
    assert.equal((await calls.add(other.client, 'partner', { _id })).version, 1);
    assert.equal((await calls.list(other.client, 'partner')).length, 1);
  });

  test('come with a tag, and an unchanged poll is short', async (t) => {
    const { admin, client, file, add } = await newFile(t);
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
    const { db, client, admin, create, add, list, remove } = await newFile(t);
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
    assert.equal(refused.message, annotationMessages.tooMany);
    assert.equal((await list(client, 'partner')).length, MAX_ANNOTATIONS);
    // A repeated call needs no room.
    assert.deepEqual(await add(client, 'partner', first), first);
    (await remove(client, 'partner', first)).ok();
    await add(client, 'partner');
  });

  test('go with a deleted checkup, and come back with it', async (t) => {
    const { admin, client, checkup, file, add, list } = await newFile(t);
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
    const { db, imaging, client, file, add, ...world } = await newFile(t);
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
    const { db, client, admin, add, create } = await newFile(t, { rateLimits: true });
    const { max, message } = PARTNER_QUOTAS.annotation;
    await add(client, 'partner');
    await db
      .updateTable('partner_quotas')
      .set({ used: max - 1 })
      .where('kind', '=', 'annotation')
      .execute();
    await add(client, 'partner');
    assert.equal((await create(client, 'partner')).refused(429).message, message);
    await add(admin, 'admin');
  });
});

describe('concurrent work', () => {
  test('a repeated call creates one annotation, also at the same moment', async (t) => {
    const { client, create, list, ...world } = await newFile(t);
    const sent = { _id: randomUUID(), label: 'bir dəfə' };
    const answers = await Promise.all([1, 2, 3].map(() => create(client, 'partner', sent)));
    const made = answers.map((answer) => answer.ok<{ annotation: Annotation }>().annotation);
    assert.deepEqual(await list(client, 'partner'), [made[0]]);
    assert.deepEqual(made[1], made[2]);
    assert.equal((await audited(world)).length, 1);
  });

  test('an _id in use for something else is a conflict with what is there', async (t) => {
    const { admin, client, add, create, list } = await newFile(t);
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
    const { client, add, change, remove, list } = await newFile(t);
    const made = await add(client, 'partner');
    const first = { ...made, label: 'birinci' };
    (await change(client, 'partner', first)).ok();
    for (const answer of [
      await change(client, 'partner', { ...made, label: 'ikinci' }),
      await remove(client, 'partner', made),
    ]) {
      const body = answer.response.json<AnnotationConflict>();
      assert.equal(answer.refused(409).message, annotationMessages.changed);
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
    const { client, add, change, list, ...world } = await newFile(t);
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
    assert.equal((await audited(world)).length, 2);
  });
});
