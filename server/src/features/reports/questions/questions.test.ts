import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { PartnerCounters, Question } from '@deqiq/contract/reports/questions.ts';
import { IDLE_HEADER } from '@deqiq/contract/shared/endpoint.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { newColleague, newReportClinic } from '@deqiq/testkit/http/reports.ts';
import type { World } from '@deqiq/testkit/world.ts';

type Client = World['admin'];
type Area = 'admin' | 'partner';

async function newConversation(t: Parameters<typeof newReportClinic>[0], options = {}) {
  const clinic = await newReportClinic(t, options);
  const path = (area: Area) => `/api/${area}/checkups/${clinic.checkup._id}/questions`;
  return {
    ...clinic,
    path,
    ask: async (client: Client, area: Area, body: object) =>
      (await client.post(path(area), body)).ok<{ question: Question }>().question,
    open: async (client: Client, area: Area, headers = {}) =>
      (await client.get(path(area), headers)).ok<{ questions: Question[] }>().questions,
    count: async (client: Client, area: Area) =>
      (await client.get(`/api/${area}/misc/counters`)).ok<{ counters: { questions: number } }>()
        .counters.questions,
  };
}

test('a question is unread until the other side opens it, and open until it answers', async (t) => {
  const { admin, client, ask, open, count, path } = await newConversation(t);
  const question = await ask(client, 'partner', { text: ' Kanal harada? ' });
  assert.deepEqual(
    [question.text, question.author.role, question.readAt, question.answeredAt],
    ['Kanal harada?', 'partner', null, null],
  );
  assert.deepEqual([await count(admin, 'admin'), await count(client, 'partner')], [1, 0]);
  // An idle screen and a count read nothing, and neither does the author.
  await open(admin, 'admin', { [IDLE_HEADER]: '1' });
  (await admin.get(`${path('admin')}?peek=1`)).ok();
  await open(client, 'partner');
  assert.equal(await count(admin, 'admin'), 1);
  const [read] = await open(admin, 'admin');
  assert.notEqual(read?.readAt, null);
  assert.deepEqual([read?.answeredAt, await count(admin, 'admin')], [null, 0]);
  const answer = await ask(admin, 'admin', { text: '4 mm aşağıda' });
  assert.equal(await count(client, 'partner'), 1);
  const list = await open(client, 'partner');
  assert.deepEqual(
    list.map(({ _id }) => _id),
    [question._id, answer._id],
  );
  assert.notEqual(list[0]?.answeredAt, null);
  assert.notEqual(list[1]?.readAt, null);
  assert.equal(await count(client, 'partner'), 0);
});

test('a question is pinned to a point, a file and a report of the same checkup', async (t) => {
  const { client, admin, ask, open, path, file, draft, sign, signedInPartner, addCheckup } =
    await newConversation(t);
  const written = await draft();
  (await client.post(path('partner'), { text: 'x', report: written._id })).refused(400);
  (await sign(written)).ok();
  const pinned = { text: 'Bu nədir?', file, point: [12.5, 30], report: written._id };
  const question = await ask(client, 'partner', pinned);
  assert.deepEqual(
    [question.file, question.point, question.report],
    [file, [12.5, 30], written._id],
  );
  const volume = await ask(admin, 'admin', { text: 'Burada', file, point: '[1, 2, 3]' });
  assert.deepEqual(volume.point, [1, 2, 3]);
  const foreign = await addCheckup({ partner: (await signedInPartner()).partner._id });
  for (const body of [
    { text: '' },
    { text: 'x', point: [1, 2] },
    { text: 'x', file, point: [1] },
    { text: 'x', file: randomUUID() },
    { text: 'x', file: foreign.xrayFileLinks[0]?.id },
    { text: 'x', report: randomUUID() },
  ])
    (await client.post(path('partner'), body)).refused(400);
  assert.equal((await open(admin, 'admin')).length, 2);
});

test('other partners neither read nor write; names are those of the radiologist', async (t) => {
  const world = await newConversation(t);
  const { client, visitor, admin, path, ask, open, signedInPartner } = world;
  const stranger = (await signedInPartner()).client;
  (await stranger.get(path('partner'))).refused(404);
  (await stranger.post(path('partner'), { text: 'x' })).refused(404);
  (await visitor.get(path('partner'))).refused(401);
  (await client.get(path('admin'))).refused(403);
  (await admin.post(path('admin'), { text: 'x' })).ok();
  const reception = await newColleague(world, 'Sevda');
  await ask(reception.client, 'admin', { text: 'y' });
  assert.deepEqual(
    (await open(client, 'partner')).map(({ author }) => author.name),
    ['Aygün Məmmədova', provider.name],
  );
});

test('the other side is told once until it has opened the list, without the content', async (t) => {
  const settings = {
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'a@example.az',
    STAFF_MAIL: 'desk@example.az',
  };
  const { db, client, admin, ask, open } = await newConversation(t, { settings });
  await ask(client, 'partner', { text: 'Gizli' });
  await ask(client, 'partner', { text: 'Gizli iki' });
  await ask(admin, 'admin', { text: 'Cavab' });
  await open(client, 'partner');
  await ask(admin, 'admin', { text: 'Yenə' });
  const rows = await db
    .selectFrom('outbox')
    .select('kind')
    .where('kind', 'in', ['question', 'answer'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['question', 'answer', 'answer'],
  );
});

test('answers of the same moment are in one order for both sides', async (t) => {
  const { client, admin, path, open } = await newConversation(t);
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((text, index) =>
      index % 2 ? admin.post(path('admin'), { text }) : client.post(path('partner'), { text }),
    ),
  );
  for (const answer of answers) answer.ok();
  const ids = (list: Question[]) => list.map(({ _id }) => _id);
  const seen = ids(await open(client, 'partner'));
  assert.deepEqual(ids(await open(admin, 'admin')), seen);
  assert.deepEqual(seen, seen.toSorted());
});

test('the doctor sees which examination has an unread answer or an open question', async (t) => {
  const { admin, client, ask, open, checkup, signedInPartner } = await newConversation(t);
  const list = async (who = client) =>
    (await who.get('/api/partner/misc/counters')).ok<PartnerCounters>().conversations;
  assert.deepEqual(await list(), []);
  await ask(client, 'partner', { text: 'Kanal harada?' });
  assert.deepEqual(await list(), [{ _id: checkup._id, unread: 0, isOpen: true }]);
  await ask(admin, 'admin', { text: '4 mm aşağıda' });
  await ask(admin, 'admin', { text: 'Şəkildə göstərdim' });
  assert.deepEqual(await list(), [{ _id: checkup._id, unread: 2, isOpen: false }]);
  assert.deepEqual(await list((await signedInPartner()).client), []);
  await open(client, 'partner');
  assert.deepEqual(await list(), []);
  await ask(client, 'partner', { text: 'Sağ olun' });
  (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
  assert.deepEqual(await list(), []);
});

test('a photo goes with a question, and no other partner opens it', async (t) => {
  const { client, admin, visitor, db, path, open } = await newConversation(t);
  const photo = await picture({ name: 'diş.png' });
  const send = (body: object) =>
    client.form('POST', path('partner'), { text: 'Bu nədir?', ...body });
  const { question } = (await send({ photo })).ok<{ question: Question }>();
  assert.deepEqual([question.photo?.name, question.text], ['diş.png', 'Bu nədir?']);
  const [seen] = await open(admin, 'admin');
  const { response } = await visitor.get(seen?.photo?.url ?? '');
  assert.equal(response.headers['content-type'], 'image/png');
  const large = { ...photo, bytes: Buffer.alloc(10 * 1024 * 1024 + 1) };
  assert.equal((await send({ photo: large })).refused(413).message, 'Foto ən çox 10 MB ola bilər');
  (await send({ photo: { ...photo, bytes: Buffer.from('no picture') } })).refused(415);
  (await send({ photo, text: '' })).refused(400);
  (await send({ photo: [photo, photo] })).refused(400);
  const rows = await db.selectFrom('question_files').select('id').execute();
  assert.deepEqual(rows, [{ id: question.photo?.id }]);
});

test('the photo of a question of a deleted checkup cannot be opened', async (t) => {
  const { client, admin, visitor, path, open, checkup } = await newConversation(t);
  const photo = await picture({ name: 'diş.png' });
  (await client.form('POST', path('partner'), { text: 'Bu nədir?', photo })).ok();
  const [question] = await open(admin, 'admin');
  const url = question?.photo?.url ?? '';
  assert.equal((await visitor.get(url)).status, 200);
  (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
  assert.equal((await visitor.get(url)).status, 404);
});
