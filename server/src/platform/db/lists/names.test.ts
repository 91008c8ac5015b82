import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import {
  newCheckup,
  newPartner,
  newPatient,
  removeCheckup,
} from '@deqiq/testkit/databases/rows.ts';
import { sql } from 'kysely';
import * as checkups from '../../../features/examinations/checkups/checkups.repo.ts';
import * as partners from '../../../features/people/partners/partners.repo.ts';
import * as patients from '../../../features/referrals/patients/patients.repo.ts';
import * as referrals from '../../../features/referrals/referrals/referrals.repo.ts';
import { openDatabase } from '../database.ts';
import type { Db } from '../tables.ts';
import { searchKey } from './name-search.ts';
import type { NamesTable } from './row-filter.ts';

const aysel = { first_name: 'Aysel', last_name: 'Əliyeva' };
const nigar = { first_name: 'Nigar', last_name: 'Əliyeva' };

async function totalOf(db: Db, name: string): Promise<number> {
  const { rows, total } = await checkups.list(db, { page: 1, limit: 100, name });
  assert.equal(total, rows.length, `the total of "${name}" is not what was found`);
  return total;
}

async function partnerIn(db: Db): Promise<string> {
  const partner = newPartner();
  await partners.insert(db, partner);
  return partner.id;
}

const holders = async (db: Db, names: NamesTable = 'checkup_names') => {
  const { rows } = await sql<{ name_key: string; holders: number }>`
    select name_key, holders from ${sql.table(names)}`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name_key, row.holders]));
};

const keyOf = ({ first_name, last_name }: typeof aysel) => searchKey(`${first_name} ${last_name}`);

const newReferral = (partner_id: string, id: string) => ({
  ...aysel,
  id,
  partner_id,
  status: 'sent' as const,
  father_name: '',
  phone: '',
  examination: 'panoramic',
  purpose: 'implant',
  teeth: '',
  question: '',
  urgency: 'routine',
  report_wanted: 0 as const,
  created_at: '2026-11-28T00:00:00.000Z',
});

test('totals of names include new, renamed and deleted checkups', async (t) => {
  const { db } = await openFreshDatabase(t);
  const partner = await partnerIn(db);
  const [one, two, three] = [aysel, aysel, nigar].map((name) => newCheckup(partner, name));
  assert(one && two && three);
  for (const checkup of [one, two, three]) await checkups.insert(db, checkup);
  const totals = async () => [
    await totalOf(db, ''),
    await totalOf(db, 'aysel'),
    await totalOf(db, 'e'),
    await totalOf(db, 'eliyeva nigar'),
  ];
  assert.deepEqual(await totals(), [3, 2, 3, 1]);
  await checkups.update(db, one.id, nigar);
  assert.deepEqual(await totals(), [3, 1, 3, 2]);
  await checkups.update(db, one.id, { status: 'cancelled' });
  assert.deepEqual(await totals(), [3, 1, 3, 2]);
  await removeCheckup(db, two.id);
  assert.deepEqual(await totals(), [2, 0, 2, 2]);
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await checkups.insert(tx, newCheckup(partner, aysel));
      assert.equal(await totalOf(tx, 'aysel'), 1);
      throw new Error('taken back');
    }),
    /taken back/,
  );
  assert.deepEqual(await totals(), [2, 0, 2, 2]);
});

test('one statement over many checkups counts each of them', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  const partner = await partnerIn(db);
  for (const name of [aysel, nigar, nigar]) await checkups.insert(db, newCheckup(partner, name));
  await db
    .updateTable('checkups')
    .set({ name_key: keyOf(aysel) })
    .execute();
  assert.equal(await totalOf(db, 'aysel'), 3);
  await db.deleteFrom('checkups').execute();
  assert.equal(await totalOf(db, ''), 0);
  if (dialect === 'postgres') assert.deepEqual(await holders(db), {});
});

test('a name without checkups is removed everywhere', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'postgres') return t.skip('SQLite counts in its index');
  const partner = await partnerIn(db);
  const one = newCheckup(partner, aysel);
  const two = newCheckup(partner, nigar);
  for (const checkup of [one, two]) await checkups.insert(db, checkup);
  await checkups.update(db, one.id, nigar);
  assert.deepEqual(await holders(db), { [keyOf(nigar)]: 2 });
  await removeCheckup(db, one.id);
  await removeCheckup(db, two.id);
  assert.deepEqual(await holders(db), {});
});

test('checkups of one name created and deleted concurrently are all counted', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'postgres') return t.skip('SQLite has one writer');
  const partner = await partnerIn(db);
  const many = Array.from({ length: 60 }, () => newCheckup(partner, aysel));
  await Promise.all(many.map((checkup) => checkups.insert(db, checkup)));
  assert.deepEqual(await holders(db), { [keyOf(aysel)]: 60 });
  // Down to zero and up again, in interleaved transactions.
  await Promise.all(
    many.flatMap((checkup) => [
      removeCheckup(db, checkup.id),
      checkups.insert(db, newCheckup(partner, nigar)),
      checkups.insert(db, newCheckup(partner, aysel)),
    ]),
  );
  assert.deepEqual(await holders(db), { [keyOf(aysel)]: 60, [keyOf(nigar)]: 60 });
  assert.equal(await totalOf(db, 'aysel'), 60);
});

test('patients and referrals have tables of names too', async (t) => {
  const { db, dialect } = await openFreshDatabase(t);
  if (dialect !== 'postgres') return t.skip('SQLite counts in its index');
  const partner = await partnerIn(db);
  await patients.insert(db, newPatient(aysel));
  for (const id of ['one', 'two']) await referrals.insert(db, newReferral(partner, id));
  assert.deepEqual(await holders(db, 'patient_names'), { [keyOf(aysel)]: 1 });
  assert.deepEqual(await holders(db, 'referral_names'), { [keyOf(aysel)]: 2 });
  assert(await referrals.update(db, { id: 'two', status: 'sent' }, nigar));
  assert.deepEqual(await holders(db, 'referral_names'), { [keyOf(aysel)]: 1, [keyOf(nigar)]: 1 });
  const { rows, total } = await referrals.list(db, { page: 1, limit: 9, name: 'nigar' }, {});
  assert.deepEqual([rows.map(({ id }) => id), total], [['two'], 1]);
});

test('checkups older than the table of names are counted', async (t) => {
  const { db, dialect, location } = await openFreshDatabase(t);
  if (dialect !== 'postgres') return t.skip('SQLite counts in its index');
  for (const event of ['insert', 'update', 'delete'])
    await sql.raw(`drop function count_names_on_${event} cascade`).execute(db);
  await sql`drop function forget_names cascade`.execute(db);
  await sql`drop table checkup_names`.execute(db);
  await sql`delete from migrations where name = '0005-checkup-names'`.execute(db);
  const partner = await partnerIn(db);
  for (const name of [aysel, aysel, nigar]) await checkups.insert(db, newCheckup(partner, name));
  await (await openDatabase(location)).close();
  assert.deepEqual(await holders(db), { [keyOf(aysel)]: 2, [keyOf(nigar)]: 1 });
  assert.equal(await totalOf(db, 'aysel'), 2);
});
