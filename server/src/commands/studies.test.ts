import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { passQuietMinute } from '@deqiq/testkit/dicom/pack-studies.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { emptyLocation, newFolder } from '@deqiq/testkit/folders.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { runProgram } from '@deqiq/testkit/process/operator-command.ts';
import { newWorld } from '@deqiq/testkit/world.ts';
import { openDatabase } from '../platform/db/database.ts';
import { passwordHasher } from '../platform/secrets/credentials.ts';
import { backUp } from './backup/backup.ts';
import { restore } from './restore/restore.ts';
import { runChecks } from './verify/verify.ts';

const ERASE = new URL('erase-command.ts', import.meta.url);
const ONE = '2.25.801';
const OTHER = '2.25.802';

const slice = (study: string, instance: number, patient = 'Vəkilqızı^Şahnabat') =>
  ctSlice({
    width: 16,
    height: 16,
    instance,
    position: [0, 0, instance],
    patient,
    pixels: new Uint16Array(256),
    series: `${study}.1`,
    more: [{ tag: 0x0020_000d, vr: 'UI', value: study }],
  });

/** A study of two instances that is packed, one of one instance that arrives, and a device. */
async function newClinic(t: TestContext) {
  const world = await newWorld(t, { runsJobs: true });
  const { admin, visitor, db } = world;
  const device = { name: 'Vatech', kind: 'cbct' };
  const { token } = (await admin.post('/api/admin/devices', device)).ok<TokenAnswer>();
  const send = (...files: Buffer[]) => sendByStow(visitor, files, { token });
  (await send(slice(ONE, 1), slice(ONE, 2))).ok();
  const wake = async () => (await send(slice(OTHER, 1, 'Başqa^Adam'))).ok();
  await passQuietMinute(db, ONE, { wake });
  const unfinished = db.selectFrom('jobs').select('id').where('kind', 'like', 'derive%');
  await untilTrue(async () => (await unfinished.execute()).length === 0);
  return world;
}

type Location = Pick<Awaited<ReturnType<typeof emptyLocation>>, 'dataDir'> & {
  readonly url?: string | undefined;
};

async function findProblems(location: Location): Promise<string[]> {
  const { dataDir, url } = location;
  const database = await openDatabase({ dataDir, ...(url && { url }), readOnly: true });
  const checked = { database, dataDir, passwords: passwordHasher(), deep: true };
  const results = await runChecks(checked).finally(() => database.close());
  const ours = results.filter(({ name }) => ['Files', 'Uploads', 'Intake', 'Jobs'].includes(name));
  assert.equal(ours.length, 4);
  return ours.flatMap(({ problems }) => problems);
}

test('backup, restore and verify know studies; a restore ends the tokens of devices', async (t) => {
  const { dataDir, url, db } = await newClinic(t);
  assert.deepEqual(await findProblems({ dataDir, url }), []);
  const database = await openDatabase({ dataDir, ...(url && { url }), readOnly: true });
  const options = { folder: await newFolder(t), dataDir, database, report: () => {} };
  const { folder, manifest } = await backUp(options).finally(() => database.close());
  assert.equal(manifest.files, 2);
  const target = await emptyLocation(t);
  await restore({ backup: folder, ...target });
  assert.deepEqual(await findProblems(target), []);
  const restored = await openDatabase(target);
  t.after(() => restored.close());
  const files = restored.db.selectFrom('intake_files').select('id');
  const { id } = await files.executeTakeFirstOrThrow();
  const bytes = (where: string) => readFile(join(where, 'objects/files', id));
  assert.ok((await bytes(target.dataDir)).equals(await bytes(dataDir)));
  const tokens = restored.db.selectFrom('devices').select('token_hash');
  assert.deepEqual(await tokens.execute(), [{ token_hash: null }]);
  assert.equal((await db.selectFrom('intake_instances').select('id').execute()).length, 3);
});

test('verify finds a missing instance, and a study that could not be packed', async (t) => {
  const { dataDir, url, db, storage } = await newClinic(t);
  const arriving = db.selectFrom('intake_instances').select(['id', 'study_id']);
  const { id, study_id } = await arriving.where('file_id', 'is', null).executeTakeFirstOrThrow();
  await storage.remove(`files/${id}`);
  const failed = db.updateTable('intake_studies').set({ failed_at: '2026-11-23T10:00:00.000Z' });
  await failed.where('id', '=', study_id).execute();
  assert.deepEqual(await findProblems({ dataDir, url }), [
    `files/${id} of study ${study_id} is missing`,
    `study ${study_id} could not be packed`,
  ]);
});

test('erasing a patient removes studies of this name that nobody has assigned', async (t) => {
  const { dataDir, url, db, storage } = await newClinic(t);
  const words = ['patient', '--name', 'Şahnabat Vəkilqızı', '--yes'];
  const { status, stderr } = await runProgram(ERASE, { dataDir, url }, words);
  assert.equal(status, 0, stderr);
  const studies = await db.selectFrom('intake_studies').select('study_uid').execute();
  assert.deepEqual(studies, [{ study_uid: OTHER }]);
  assert.equal((await Array.fromAsync(storage.list('files'))).length, 1);
  assert.deepEqual(await findProblems({ dataDir, url }), []);
});
