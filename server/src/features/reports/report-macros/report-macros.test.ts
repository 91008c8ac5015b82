import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  MAX_MACROS,
  type ReportMacroAnswer,
  type ReportMacroList,
} from '@deqiq/contract/reports/report-macros.ts';
import { TEXT_MAX } from '@deqiq/contract/shared/limits.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { newColleague } from '@deqiq/testkit/http/reports.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const PATH = '/api/admin/report-macros';
const kist = { name: 'kist', text: '{diş} nömrəli dişdə {ölçü} mm kist.' };

async function newAuthors(t: TestContext) {
  const world = await newWorld(t);
  const colleague = await newColleague(world, 'sevda', 'Sevda');
  const calls = (client: Client) => ({
    add: async (fields: object = kist) =>
      (await client.post(PATH, fields)).ok<ReportMacroAnswer>().macro,
    list: async () => (await client.get(PATH)).ok<ReportMacroList>().macros,
  });
  return { ...world, ...calls(world.admin), colleague: colleague.client, calls };
}

test('an author keeps texts with fields, by their short names', async (t) => {
  const { admin, add, list } = await newAuthors(t);
  const macro = await add();
  await add({ name: 'Adi', text: 'Norma.' });
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ['Adi', 'kist'],
  );
  (await admin.put(`${PATH}/${macro._id}`, { ...kist, text: 'Kist {ölçü} mm.' })).ok();
  assert.equal((await list())[1]?.text, 'Kist {ölçü} mm.');
  (await admin.delete(`${PATH}/${macro._id}`)).ok();
  (await admin.delete(`${PATH}/${macro._id}`)).refused(404);
  assert.equal((await list()).length, 1);
});

test('a colleague neither sees nor changes them, and may use the same name', async (t) => {
  const { add, list, colleague, calls, visitor, signedInPartner } = await newAuthors(t);
  const { _id } = await add();
  assert.deepEqual(await calls(colleague).list(), []);
  (await colleague.put(`${PATH}/${_id}`, kist)).refused(404);
  (await colleague.delete(`${PATH}/${_id}`)).refused(404);
  await calls(colleague).add();
  assert.equal((await list()).length, 1);
  (await visitor.get(PATH)).refused(401);
  (await (await signedInPartner()).client.get(PATH)).refused(403);
});

test('names of several words or in use, empty texts and too many are refused', async (t) => {
  const { admin, add, list, db } = await newAuthors(t);
  const other = await add({ name: 'ilk', text: 'İlk' });
  await add();
  for (const fields of [
    { ...kist, name: 'iki söz' },
    { ...kist, name: 'k'.repeat(21) },
    { ...kist, name: 'KİST' },
    { ...kist, name: 'yeni', text: ' ' },
    { ...kist, name: 'yeni', text: 'a'.repeat(TEXT_MAX + 1) },
  ]) {
    (await admin.post(PATH, fields)).refused(400);
    (await admin.put(`${PATH}/${other._id}`, fields)).refused(400);
  }
  assert.equal((await list()).length, 2);
  const [row] = await db.selectFrom('report_macros').selectAll().execute();
  for (let number = 2; row && number < MAX_MACROS; number += 1)
    await db
      .insertInto('report_macros')
      .values({ ...row, id: `macro-${number}`, name_key: `${number}` })
      .execute();
  (await admin.post(PATH, { name: 'son', text: 'Son' })).refused(409);
});
