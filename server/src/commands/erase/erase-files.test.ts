import assert from 'node:assert/strict';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { picture } from '@deqiq/testkit/documents/pictures.ts';
import { erase, readDataFolder } from '@deqiq/testkit/erasure/erase-and-search.ts';
import {
  DOCTOR,
  MARK,
  PATIENT,
  worldOfNames,
  xray,
} from '@deqiq/testkit/erasure/world-of-names.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

test('claims with a hash of the name and abandoned uploads are removed', async (t) => {
  const { world, checkup, other } = await worldOfNames(t);
  await world.admin.sendChunk('given-up', 0, Buffer.from('x'));
  await world.admin.sendChunk('going-on', 0, Buffer.from('x'));
  const files = join(world.dataDir, 'objects/files');
  const parts = (await readdir(files)).filter((name) => name.endsWith('.part'));
  assert.equal(parts.length, 2);
  const before = new Date(Date.now() - 2 * 3_600_000);
  const [part = ''] = parts;
  for (const name of (await readdir(files)).filter((one) => one.startsWith(part.slice(0, -5))))
    await utimes(join(files, name), before, before);
  assert.equal((await erase(world, ['patient', checkup._id, '--yes'])).status, 0);
  const claims = await world.db.selectFrom('upload_claims').select('checkup_id').execute();
  assert.ok(claims.every(({ checkup_id }) => checkup_id !== checkup._id));
  assert.ok(claims.some(({ checkup_id }) => checkup_id === other._id));
  const left = (await readdir(files)).filter((name) => name.endsWith('.part'));
  assert.deepEqual(left, parts.slice(1));
});

test('a deleted checkup keeps its files, and erasing it leaves no byte', async (t) => {
  const world = await newWorld(t, { runsJobs: true });
  const photo = await picture({ width: 900, height: 700, name: 'foto.png' });
  const checkup = await world.addCheckup({ bytes: photo.bytes, fileName: 'foto.png' });
  const { admin } = world;
  const fileId = await admin.upload(xray(3_000_000), 'ikinci.dcm');
  const files = [{ fileId, fileName: 'ikinci.dcm' }];
  const merge = { checkupId: checkup._id, firstName: 'Nigar', lastName: 'Hüseynova', files };
  (await admin.post('/api/admin/checkups/merge-chunks', merge)).ok();
  await untilTrue(
    async () => (await world.db.selectFrom('jobs').select('id').execute()).length === 0,
  );
  const resting = async () =>
    (await readdir(join(world.dataDir, 'objects'), { recursive: true })).filter((name) =>
      name.includes('/'),
    );
  const stored = (await resting()).length;
  assert.ok(stored > 2, 'the files and what was derived from them');
  (await admin.delete(`/api/admin/checkups/${checkup._id}`)).ok();
  assert.equal((await resting()).length, stored);
  const [derived] = (await resting()).filter((name) => name.startsWith('derived/'));
  const ofKilledJob = `${derived?.slice(0, derived.indexOf('_'))}_0_l0` as `derived/${string}`;
  await world.storage.write(ofKilledJob, 0, Buffer.from('x'));
  assert.equal((await erase(world, ['patient', checkup._id, '--yes'])).status, 0);
  assert.deepEqual(await resting(), []);
  assert.equal((await readDataFolder(world)).indexOf(MARK), -1);
});

test('erasing a patient or partner also removes deleted checkups at once', async (t) => {
  const world = await newWorld(t);
  const { partner } = await world.signedInPartner(DOCTOR);
  const mine = { partner: partner._id, bytes: xray(400) };
  const whole = await world.addCheckup({ ...mine, ...PATIENT });
  const remaining = await world.addCheckup({ ...mine, firstName: 'Nigar', lastName: 'Quliyeva' });
  const file = `${remaining._id}/files/${remaining.xrayFiles[0]}`;
  for (const path of [whole._id, file])
    (await world.admin.delete(`/api/admin/checkups/${path}`)).ok();
  const files = () => readdir(join(world.dataDir, 'objects/files'));
  assert.equal((await files()).length, 2);
  const patient = await erase(world, ['patient', whole._id, '--yes']);
  assert.equal(patient.status, 0, patient.output);
  assert.match(patient.output, /deletion \S+: removed for good/);
  assert.equal((await files()).length, 1);
  const doctor = await erase(world, ['partner', partner._id, '--yes']);
  assert.equal(doctor.status, 0, doctor.output);
  assert.deepEqual(await files(), []);
  for (const table of ['checkup_deletions', 'deleted_files', 'removed_files'] as const)
    assert.deepEqual(await world.db.selectFrom(table).selectAll().execute(), []);
});

test('erasing also takes files that were set aside because no row led to them', async (t) => {
  const world = await newWorld(t);
  const checkup = await world.addCheckup({ bytes: xray(400) });
  const key = `files/${checkup.xrayFileLinks[0]?.id}` as const;
  assert.ok(await world.storage.setAside(key, Date.now() + 60_000));
  assert.notEqual((await readDataFolder(world)).indexOf(MARK), -1);
  assert.equal((await erase(world, ['patient', checkup._id, '--yes'])).status, 0);
  assert.equal((await readDataFolder(world)).indexOf(MARK), -1);
});
