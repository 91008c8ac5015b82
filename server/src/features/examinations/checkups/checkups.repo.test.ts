import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openFreshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newCheckup, newFile, newPartner } from '@deqiq/testkit/databases/rows.ts';
import * as partners from '../../people/partners/partners.repo.ts';
import * as checkups from './checkups.repo.ts';
import * as deletions from './deletions/deletions.repo.ts';
import * as checkupFiles from './files/checkup-files.repo.ts';
import * as claims from './upload-claims.repo.ts';

async function withPartner(t: TestContext) {
  const { db } = await openFreshDatabase(t);
  const partner = newPartner();
  await partners.insert(db, partner);
  return { db, partner };
}

test('a checkup carries its partner, deleted or not, and its files in their order', async (t) => {
  const { db, partner } = await withPartner(t);
  const checkup = newCheckup(partner.id);
  const other = newCheckup(partner.id);
  await checkups.insert(db, checkup);
  await checkups.insert(db, other);
  const files = [
    newFile(checkup.id, { kind: 'file', position: 0, size: 0 }),
    newFile(checkup.id, { position: 0, crc32: 0 }),
    newFile(checkup.id, { position: 1 }),
  ];
  await checkupFiles.insertFiles(db, files.toReversed());
  await checkupFiles.insertFiles(db, [newFile(other.id)]);

  const expected = {
    ...checkup,
    seq: 1,
    partner_first_name: partner.first_name,
    partner_last_name: partner.last_name,
    partner_deleted: false,
    patient: undefined,
    patient_id: null,
    files: files.map(({ position, crc32, created_at, ...shown }) => ({
      ...shown,
      state: 'unsupported',
      imaging_kind: null,
      generation: null,
      summary: '{}',
      failure: null,
      patient_name: '',
      birth_date: '',
      sex: '',
      patient_check: '',
      completes_checkup: 0,
    })),
  };
  const plain = (row: checkups.CheckupRow | undefined) => row && structuredClone(row);
  assert.deepEqual(plain(await checkups.find(db, checkup.id)), expected);
  const listed = await checkups.list(db, { page: 1, limit: 10, name: 'hüseynova' });
  assert.equal(listed.rows[0]?.files.length, 1);
  assert.deepEqual(plain(listed.rows[1]), expected);
  const own = await checkups.list(db, { page: 1, limit: 10, name: '' }, { owner: partner.id });
  assert.deepEqual(plain(own.rows[1]), expected);

  await partners.remove(db, partner.id, 'now');
  assert.equal((await checkups.find(db, checkup.id))?.partner_deleted, true);
});

test('a change of the names is found by the new ones', async (t) => {
  const { db, partner } = await withPartner(t);
  const checkup = newCheckup(partner.id);
  await checkups.insert(db, checkup);
  const changes = { first_name: 'Leyla', last_name: 'Quliyeva', status: 'pending' } as const;
  assert.equal(await checkups.update(db, checkup.id, changes), true);
  assert.equal(await checkups.update(db, checkup.id, { end_date: '2026-12-01' }), true);
  assert.equal(await checkups.update(db, 'none', { end_date: null }), false);

  const { rows } = await checkups.list(db, { page: 1, limit: 10, name: 'leyla qul' });
  assert.deepEqual([rows[0]?.status, rows[0]?.end_date], ['pending', '2026-12-01']);
  assert.equal((await checkups.list(db, { page: 1, limit: 10, name: 'nigar' })).total, 0);
});

test('a checkup is deleted once, with its files', async (t) => {
  const { db, partner } = await withPartner(t);
  const checkup = newCheckup(partner.id);
  await checkups.insert(db, checkup);
  const file = newFile(checkup.id);
  await checkupFiles.insertFiles(db, [file]);

  const deletion = { checkupId: checkup.id, deletedBy: 'a', at: 'now' };
  assert.deepEqual(await deletions.moveCheckup(db, { id: 'd1', ...deletion }), [file.id]);
  assert.equal(await deletions.moveCheckup(db, { id: 'd2', ...deletion }), undefined);
  assert.deepEqual(await checkupFiles.findFilePositions(db, checkup.id), { names: [], next: 0 });
});

test('file names are unique in a checkup, and a file is deleted once', async (t) => {
  const { db, partner } = await withPartner(t);
  const first = newCheckup(partner.id);
  const second = newCheckup(partner.id);
  await checkups.insert(db, first);
  await checkups.insert(db, second);
  const file = newFile(first.id, { name: 'scan.dcm' });
  await checkupFiles.insertFiles(db, [file, newFile(first.id, { name: 'Scan.dcm' })]);
  await checkupFiles.insertFiles(db, [newFile(second.id, { name: 'scan.dcm' })]);
  await checkupFiles.insertFiles(db, []);
  await assert.rejects(
    checkupFiles.insertFiles(db, [newFile(first.id, { kind: 'file', name: 'scan.dcm' })]),
  );

  const { names } = await checkupFiles.findFilePositions(db, first.id);
  assert.deepEqual(names.toSorted(), ['Scan.dcm', 'scan.dcm']);
  assert.equal((await checkupFiles.findFileByName(db, first.id, 'scan.dcm'))?.id, file.id);
  assert.equal(await checkupFiles.findFileByName(db, first.id, 'SCAN.dcm'), undefined);
  const deletion = { checkupId: first.id, deletedBy: 'a', at: 'now' };
  assert.equal(await deletions.moveFile(db, file.id, { id: 'd1', ...deletion }), true);
  assert.equal(await deletions.moveFile(db, file.id, { id: 'd2', ...deletion }), false);
});

test('an upload is claimed once by one admin', async (t) => {
  const { db } = await withPartner(t);
  const claim = (admin_id: string, file_id: string) => ({
    admin_id,
    file_id,
    request_hash: 'hash',
    checkup_id: 'checkup',
    stored_id: `stored ${file_id}`,
    created_at: 'now',
  });
  await claims.insertClaims(db, [claim('a', '1'), claim('a', '2'), claim('b', '1')]);
  await claims.insertClaims(db, []);
  await assert.rejects(
    claims.insertClaims(db, [claim('a', '3'), claim('a', '1')]),
    claims.isClaimTaken,
  );

  const found = await claims.findClaims(db, 'a', ['1', '3']);
  assert.deepEqual(structuredClone(found), [claim('a', '1')]);
  assert.deepEqual(await claims.findClaims(db, 'a', []), []);
});
