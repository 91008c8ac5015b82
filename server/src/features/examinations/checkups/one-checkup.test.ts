import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type {
  Checkup,
  EarlierCheckups,
  FoundCheckup,
  OwnCheckupList,
} from '@deqiq/contract/examinations/checkups.ts';
import { MAX_EARLIER_CHECKUPS } from '@deqiq/contract/shared/limits.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import { newCheckup, newFile } from '@deqiq/testkit/databases/rows.ts';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { addRecord } from '@deqiq/testkit/http/referrals.ts';
import { newWorld, type World } from '@deqiq/testkit/world.ts';
import * as repo from './checkups.repo.ts';
import * as checkupFiles from './files/checkup-files.repo.ts';

/** A partner, and calls about one checkup. */
async function newClinic(t: TestContext) {
  const world = await newWorld(t);
  const { partner, client } = await world.signedInPartner();
  const earlier = async (of: Checkup, who = client, area = 'partner') =>
    (await who.get(`/api/${area}/checkups/${of._id}/earlier`)).ok<EarlierCheckups>().checkups;
  return {
    ...world,
    partner,
    client,
    add: (overrides: Parameters<World['addCheckup']>[0] = {}) =>
      world.addCheckup({ partner: partner._id, ...overrides }),
    earlier,
    earlierIds: async (of: Checkup) => (await earlier(of)).map(({ _id }) => _id),
  };
}

/** The birth date that the file of a checkup has in its header. */
async function setBirthDate({ db }: Pick<World, 'db'>, { xrayFileLinks }: Checkup, date: string) {
  await db
    .updateTable('file_imaging')
    .set({ birth_date: date })
    .where('file_id', '=', xrayFileLinks[0]?.id ?? '')
    .execute();
}

test('one checkup is like its row in the list, with links that open', async (t) => {
  const { admin, client, visitor, add } = await newClinic(t);
  await add({ lastName: 'Quliyeva' });
  const { _id } = await add();
  const list = (await client.get('/api/partner/misc/checkups')).ok<OwnCheckupList>();
  const own = (await client.get(`/api/partner/checkups/${_id}`)).ok<FoundCheckup>();
  assert.deepEqual(own.checkup, list.checkups[0]);
  assert.equal((await visitor.get(own.checkup.xrayFileLinks[0]?.url ?? '')).status, 200);
  const staff = (await admin.get(`/api/admin/checkups/${_id}`)).ok<FoundCheckup>();
  assert.equal(staff.checkup._id, _id);
  assert.notEqual(staff.checkup.xrayFileLinks[0]?.url, own.checkup.xrayFileLinks[0]?.url);
});

test('a checkup of another partner is missing like one that never was', async (t) => {
  const { admin, client, visitor, signedInPartner, add } = await newClinic(t);
  const { _id } = await add();
  const stranger = (await signedInPartner()).client;
  const deleted = await add();
  (await admin.delete(`/api/admin/checkups/${deleted._id}`)).ok();
  for (const path of ['', '/earlier']) {
    for (const [who, area, id] of [
      [stranger, 'partner', _id],
      [stranger, 'partner', randomUUID()],
      [client, 'partner', deleted._id],
      [admin, 'admin', deleted._id],
      [admin, 'admin', 'x'],
    ] as const) {
      const answer = (await who.get(`/api/${area}/checkups/${id}${path}`)).refused(404);
      assert.equal(answer.message, checkupMessages.notFound());
    }
    for (const [who, area, status] of [
      [visitor, 'partner', 401],
      [visitor, 'admin', 401],
      [client, 'admin', 403],
      [admin, 'partner', 403],
    ] as const)
      (await who.get(`/api/${area}/checkups/${_id}${path}`)).refused(status);
  }
});

test('reading one checkup is audited for staff like the list, and answered with 304 while nothing changed', async (t) => {
  const { admin, client, db, app, add } = await newClinic(t);
  const { _id } = await add();
  for (const path of ['', '/earlier']) {
    const address = `/api/partner/checkups/${_id}${path}`;
    const poll = (tag: string) => client.get(address, { 'if-none-match': tag });
    const tag = String((await client.get(address)).response.headers.etag);
    assert.equal((await poll(tag)).status, 304);
    await add();
    assert.equal((await poll(tag)).status, path === '' ? 304 : 200);
    (await admin.get(`/api/admin/checkups/${_id}${path}`)).ok();
  }
  await app.close();
  const rows = db.selectFrom('audit').select('object').where('action', '=', 'list');
  assert.deepEqual(
    new Set((await rows.execute()).map(({ object }) => object)),
    new Set(['checkups']),
  );
});

test('earlier checkups are those of the same partner and the same name in either order', async (t) => {
  const { admin, addPartner, add, earlier, earlierIds } = await newClinic(t);
  const first = await add({ firstName: 'ŞƏBNƏM', lastName: 'Əlizadə' });
  const turned = await add({ firstName: 'əlizade', lastName: 'Sebnem' });
  await add({ firstName: 'Şəbnəm', lastName: 'Quliyeva' });
  await add({ firstName: 'Şəbnəm', lastName: '-' });
  const elsewhere = (await addPartner())._id;
  await add({ partner: elsewhere, firstName: 'Şəbnəm', lastName: 'Əlizadə' });
  const deleted = await add({ firstName: 'Şəbnəm', lastName: 'Əlizadə' });
  (await admin.delete(`/api/admin/checkups/${deleted._id}`)).ok();
  const last = await add({ firstName: 'Şəbnəm', lastName: 'Əlizadə' });
  assert.deepEqual(await earlierIds(last), [turned._id, first._id]);
  assert.deepEqual(await earlierIds(turned), [last._id, first._id]);
  const shown = await earlier(last, admin, 'admin');
  assert.deepEqual(shown[0]?.xrayFiles, ['panoram.dcm']);
});

test('a namesake who was born on another day is left out', async (t) => {
  const world = await newClinic(t);
  const { add, earlierIds } = world;
  const same = await add();
  const other = await add();
  const unknown = await add();
  const last = await add();
  for (const [checkup, date] of [
    [same, '1990-01-05'],
    [other, '1961-07-30'],
    [last, '1990-01-05'],
  ] as const)
    await setBirthDate(world, checkup, date);
  assert.deepEqual(await earlierIds(last), [unknown._id, same._id]);
  assert.deepEqual(await earlierIds(other), [unknown._id]);
  assert.deepEqual(await earlierIds(unknown), [last._id, other._id, same._id]);
});

test('a namesake with another record is left out', async (t) => {
  const { admin, add, earlierIds } = await newClinic(t);
  const same = await add();
  const other = await add();
  const unknown = await add();
  const last = await add();
  await addRecord(admin, same, last);
  await addRecord(admin, other);
  assert.deepEqual(await earlierIds(last), [unknown._id, same._id]);
  assert.deepEqual(await earlierIds(other), [unknown._id]);
  assert.deepEqual(await earlierIds(unknown), [last._id, other._id, same._id]);
});

test('a checkup without files has nothing to compare, nor has a shipment without a name', async (t) => {
  const { admin, client, add, earlierIds } = await newClinic(t);
  const empty = await add();
  const last = await add();
  (await admin.delete(`/api/admin/checkups/${empty._id}/files/panoram.dcm`)).ok();
  assert.deepEqual(await earlierIds(last), []);
  assert.deepEqual(await earlierIds(empty), [last._id]);
  const ship = async () => {
    const file = await picture();
    const sent = await client.form('POST', '/api/partner/misc/create-checkup', { file });
    return sent.ok<{ checkup: Checkup }>().checkup;
  };
  await ship();
  assert.deepEqual(await earlierIds(await ship()), []);
});

test('at most 20 earlier checkups are shown, the newest ones', async (t) => {
  const { db, partner, add, earlier } = await newClinic(t);
  const last = await add();
  for (let count = 0; count <= MAX_EARLIER_CHECKUPS; count += 1) {
    const row = newCheckup(partner._id, { name: `${count}` });
    await repo.insert(db, row);
    await checkupFiles.insertFiles(db, [newFile(row.id)]);
  }
  const shown = await earlier(last);
  assert.deepEqual([shown.length, shown[0]?.name, shown.at(-1)?.name], [20, '20', '1']);
});
