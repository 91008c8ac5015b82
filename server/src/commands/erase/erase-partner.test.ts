import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { assertBooked } from '@deqiq/testkit/databases/ledger.ts';
import {
  assertNowhere,
  assertSomewhere,
  erase,
  readAllTexts,
  readDataFolder,
} from '@deqiq/testkit/erasure/erase-and-search.ts';
import {
  DOCTOR,
  MARK,
  VISITOR_OF_OTHER,
  VISITOR_OF_PATIENT,
  worldOfNames,
} from '@deqiq/testkit/erasure/world-of-names.ts';

describe('a partner is erased', () => {
  const traces = [
    DOCTOR.firstName,
    DOCTOR.lastName,
    'zulfuqar',
    '55 987 65 43',
    'Zulfuqar.Q@',
    'https://push.example.com/',
  ];

  test('while a server runs: no byte of name, contacts and files remains', async (t) => {
    const { world, partner, client } = await worldOfNames(t);
    await assertSomewhere(world, traces);
    assert.ok((await readDataFolder(world)).includes(MARK));
    const { status, output } = await erase(world, ['partner', partner.email, '--yes']);
    assert.equal(status, 0, output);
    assert.doesNotMatch(output, /Zülfüqar|zulfuqar|Qəhrəmanlı|Şahnabat/i);
    await assertNowhere(world, traces);
    await assertNowhere(world, [MARK.toString(), VISITOR_OF_PATIENT, VISITOR_OF_OTHER]);
    assert.deepEqual(await world.db.selectFrom('share_visits').selectAll().execute(), []);
    assert.deepEqual(await readdir(join(world.dataDir, 'objects/pictures')), []);
    assert.deepEqual(await readdir(join(world.dataDir, 'objects/files')), []);
    assert.deepEqual(await world.db.selectFrom('annotations').selectAll().execute(), []);
    assert.equal((await client.get('/api/partner/misc/payments')).status, 401);
    const sessions = world.db.selectFrom('sessions').selectAll().where('role', '=', 'partner');
    assert.deepEqual(await sessions.execute(), []);
    for (const table of ['push_subscriptions', 'notification_settings'] as const)
      assert.deepEqual(await world.db.selectFrom(table).selectAll().execute(), []);
    // Records of others stay under an id; the patient is another person.
    const list = (await world.admin.get('/api/admin/checkups')).ok<CheckupList>();
    assert.deepEqual(
      list.checkups.map((checkup) => [checkup.partner.firstName, checkup.xrayFiles]),
      list.checkups.map(() => [partner._id, []]),
    );
    assert.match(await readAllTexts(world), /Şahnabat/);
    await assertBooked(world.db);
  });

  test('leaves ledger and audit unchanged, and is audited', async (t) => {
    const { world, partner } = await worldOfNames(t);
    const ledger = () => world.db.selectFrom('ledger').selectAll().execute();
    const audit = () => world.db.selectFrom('audit').selectAll().orderBy('id').execute();
    const before = { ledger: await ledger(), audit: await audit() };
    assert.equal((await erase(world, ['partner', partner._id, '--yes'])).status, 0);
    assert.deepEqual(await ledger(), before.ledger);
    const after = await audit();
    const remaining = new Set(before.audit.map(({ id }) => id));
    const isOwn = (row: (typeof after)[number]) =>
      row.role === 'partner' || (row.role === null && ['create', 'open'].includes(row.action));
    assert.ok(before.audit.some((row) => row.role === 'partner' && row.address !== null));
    assert.deepEqual(
      after.filter((row) => remaining.has(row.id) && !isOwn(row)),
      before.audit.filter((row) => !isOwn(row)),
    );
    for (const row of after.filter(({ role }) => role === 'partner'))
      assert.equal(row.address, null);
    const added = after.filter(({ id }) => !remaining.has(id));
    assert.ok(
      added.some(({ object, object_id }) => object === 'partner' && object_id === partner._id),
    );
    assert.ok(added.every(({ action }) => action === 'erase'));
  });

  test('and again, and nothing more happens; the files may stay', async (t) => {
    const { world, partner } = await worldOfNames(t);
    assert.equal((await erase(world, ['partner', partner._id, '--keep-files', '--yes'])).status, 0);
    await assertNowhere(world, traces);
    assert.equal((await readdir(join(world.dataDir, 'objects/files'))).length, 2);
    const before = await readAllTexts(world);
    assert.equal((await erase(world, ['partner', partner._id, '--keep-files', '--yes'])).status, 0);
    const untimed = (text: string) =>
      text.replace(/,\{[^{}]*("action":"erase"|"sealed_at")[^{}]*\}/g, '');
    assert.equal(untimed(await readAllTexts(world)), untimed(before));
  });
});

test('e-mail and telephone of a partner go from texts of others, and its address from the audit', async (t) => {
  const { world, partner } = await worldOfNames(t);
  const { admin, visitor, db } = world;
  (
    await visitor.post('/api/partner/auth/login', { email: partner.email, password: 'wrong' })
  ).refused(401);
  const dates = { startDate: '2026-11-20', endDate: '2026-11-21' };
  const titles = [
    'Zəng: 055 987-65-43',
    'Yaz: ZULFUQAR.q@dis.example.az.',
    'Tel +994(55)9876543, 7',
  ];
  for (const title of titles)
    (await admin.post('/api/admin/labs', { title, partner: partner._id, ...dates })).ok();
  const other = { fullName: 'Başqa Biri', phone: '+994559876544', message: 'Nömrə 0559876544' };
  (await visitor.post('/api/misc/contact-message', other)).ok();
  assert.equal((await erase(world, ['partner', partner._id, '--yes'])).status, 0);
  const labs = await db.selectFrom('labs').select('title').orderBy('seq').execute();
  assert.deepEqual(
    labs.slice(-3).map(({ title }) => title),
    [`Zəng: ${partner._id}`, `Yaz: ${partner._id}.`, `Tel ${partner._id}, 7`],
  );
  assert.match(await readAllTexts(world), /Nömrə 0559876544/);
  const rows = await db.selectFrom('audit').select(['role', 'object_id', 'address']).execute();
  const own = rows.filter(
    (row) => row.role === 'partner' || (!row.role && row.object_id === partner._id),
  );
  assert.ok(own.length > 3);
  assert.ok(own.every(({ address }) => address === null));
  assert.ok(rows.some(({ role, address }) => role === 'admin' && address !== null));
});
