import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newPartner } from '@deqiq/testkit/databases/rows.ts';
import * as picker from './partner-picker.repo.ts';
import * as partners from './partners.repo.ts';

test('a partner is read back as it was written, without keys and secrets', async (t) => {
  const { db } = await openFreshDatabase(t);
  const partner = newPartner({ birth_date: null });
  await partners.insert(db, partner);

  const { email_key, password_hash, ...seen } = partner;
  const expected = { ...seen, balance_qepik: 0, sended_patients_count: 0 };
  assert.deepEqual({ ...(await partners.find(db, partner.id)) }, expected);
  const [row] = (await partners.list(db, { page: 1, limit: 10, fullName: '' })).rows;
  assert.deepEqual({ ...row }, expected);
  const login = await partners.findByEmailKey(db, email_key ?? '');
  assert.deepEqual({ ...login }, { ...expected, password_hash });
});

test('an e-mail belongs to one live partner', async (t) => {
  const { db } = await openFreshDatabase(t);
  const first = newPartner({ email_key: 'a@b.az' });
  const second = newPartner({ email_key: 'a@b.az' });
  await partners.insert(db, first);
  await assert.rejects(partners.insert(db, second), partners.isEmailTaken);
  await partners.insert(db, { ...second, email_key: 'c@d.az' });
  await assert.rejects(
    partners.update(db, second.id, { email_key: 'a@b.az' }),
    partners.isEmailTaken,
  );
  await assert.rejects(
    partners.insert(db, { ...newPartner(), id: first.id }),
    (error) => !partners.isEmailTaken(error),
  );

  assert.equal(await partners.remove(db, first.id, 'now'), true);
  assert.equal(await partners.update(db, second.id, { email_key: 'a@b.az' }), true);
  assert.equal((await partners.findByEmailKey(db, 'a@b.az'))?.id, second.id);
});

test('a deleted partner is nowhere, cannot change, and is deleted once', async (t) => {
  const { db } = await openFreshDatabase(t);
  const partner = newPartner();
  await partners.insert(db, partner);
  const removals = [1, 2, 3].map(() => partners.remove(db, partner.id, 'now'));
  assert.deepEqual((await Promise.all(removals)).toSorted(), [false, false, true]);

  assert.equal(await partners.find(db, partner.id), undefined);
  assert.equal(await partners.findByEmailKey(db, partner.email_key ?? ''), undefined);
  assert.equal(await partners.update(db, partner.id, { phone: '1' }), false);
  assert.equal(await partners.setPasswordHash(db, partner.id, 'x'), false);
  assert.deepEqual(await picker.pick(db, ''), []);
  assert.equal((await partners.list(db, { page: 1, limit: 10, fullName: '' })).total, 0);
});

test('a change affects only its own fields', async (t) => {
  const { db } = await openFreshDatabase(t);
  const partner = newPartner();
  await partners.insert(db, partner);

  assert.equal(await partners.update(db, partner.id, { phone: '+994551112233' }), true);
  assert.equal(await partners.setPasswordHash(db, partner.id, 'other'), true);
  assert.equal(await partners.update(db, 'nobody', { phone: '1' }), false);

  const after = await partners.findByEmailKey(db, partner.email_key ?? '');
  assert.equal(after?.phone, '+994551112233');
  assert.equal(after?.password_hash, 'other');
  assert.equal(after?.first_name, partner.first_name);
});

test('a picker offers fifty in alphabetical order', async (t) => {
  const { db } = await openFreshDatabase(t);
  for (const first_name of ['Zaur', 'Əli', 'Elza', 'Xəyal', 'Hicran', 'İlqar', 'Işıq'])
    await partners.insert(db, newPartner({ first_name, last_name: 'Məmmədov' }));
  const names = async (name: string) =>
    (await picker.pick(db, name)).map((partner) => partner.first_name);
  const allPartners = ['Elza', 'Əli', 'Hicran', 'Xəyal', 'Işıq', 'İlqar', 'Zaur'];
  assert.deepEqual(await names(''), allPartners);
  assert.deepEqual(await names('məmməd'), allPartners);
  assert.deepEqual(await names('e'), ['Elza', 'Əli']);
  for (let n = 0; n < 50; n++) await partners.insert(db, newPartner());
  assert.equal((await names('')).length, 50);
  assert.equal((await names('məm')).length, 50);
});
