import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FreshDatabase, freshDatabase } from '@deqiq/testkit/databases/fresh-database.ts';
import { newCheckup, newFile, newPartner } from '@deqiq/testkit/databases/rows.ts';
import { sql } from 'kysely';
import * as checkups from '../../features/examinations/checkups/checkups.repo.ts';
import * as partners from '../../features/people/partners/partners.repo.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { knownMigrations } from './migrator.ts';
import type { Db } from './tables.ts';

const AT = '2026-11-01T00:00:00.000Z';

test('an archive of the version before DICOM indexes were bounded', async (t) => {
  const { db } = await openUpgraded(t, [
    { id: 'ct', texts: ['{"00080060":{"vr":"CS","Value":["CT"]}}', '{}', '{}'], sops: [1, 2, 2] },
    { id: 'long-text', texts: [`"${'a'.repeat(262_144)}"`], sops: [1] },
    { id: 'many-texts', texts: Array(40).fill('b'.repeat(250_000)), sops: range(40) },
    { id: 'failed', texts: [], sops: [], hasFailed: true },
    { id: 'letter', texts: [], sops: [], type: 'application/pdf' },
  ]);

  await t.test('keeps the indexes that are small, with the number of instances', async () => {
    const rows = await db.selectFrom('dicom_series').selectAll().execute();
    assert.deepEqual(
      rows.map((row) => [row.file_id, Number(row.instances), row.brief, row.description_key]),
      [['ct', 2, null, '']],
    );
    const instances = await db.selectFrom('dicom_instances').select('file_id').execute();
    assert.deepEqual(
      instances.map((row) => row.file_id),
      ['ct', 'ct', 'ct'],
    );
  });

  await t.test('indexes every DICOM file again, also one that failed', async () => {
    const jobs = db.selectFrom('jobs').selectAll().where('kind', '=', 'index-dicom');
    const rows = await jobs.orderBy('subject').execute();
    assert.deepEqual(
      rows.map((row) => [row.subject, row.failed_at, row.attempts]),
      ['ct', 'failed', 'long-text', 'many-texts'].map((id) => [id, null, 0]),
    );
  });
});

interface OldFile {
  readonly id: string;
  /** Attributes of each instance. */
  readonly texts: readonly string[];
  /** The number in the SOP instance UID of each. */
  readonly sops: readonly number[];
  readonly type?: string;
  /** Whether the job that indexes it has failed permanently. */
  readonly hasFailed?: boolean;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A database of the version before, with these files, opened by this version. */
async function openUpgraded(t: TestContext, files: readonly OldFile[]) {
  const location = await freshDatabase();
  await createOldIndex(location, files);
  const database = await openDatabase(location);
  t.after(async () => {
    await database.close();
    await location.drop();
  });
  return database;
}

async function createOldIndex(location: FreshDatabase, files: readonly OldFile[]): Promise<void> {
  await empty(location);
  const schema = knownMigrations.filter((name) => name < '0030');
  const { db, close } = await openDatabase({ ...location, schema } satisfies DatabaseOptions);
  const partner = newPartner();
  const checkup = newCheckup(partner.id);
  await db.transaction().execute(async (tx) => {
    await partners.insert(tx, partner);
    await checkups.insert(tx, checkup);
    for (const file of files) await insertFile(tx, checkup.id, file);
  });
  await close();
}

/** On PostgreSQL, fresh databases are copies of a migrated one. */
async function empty(location: FreshDatabase): Promise<void> {
  if (location.url === undefined) return;
  const { db, close } = await openDatabase(location);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await close();
}

async function insertFile(tx: Db, checkupId: string, file: OldFile): Promise<void> {
  const { id, type = 'application/dicom', texts, sops, hasFailed = false } = file;
  await tx
    .insertInto('checkup_files')
    .values(newFile(checkupId, { id, name: id, content_type: type }))
    .execute();
  await sql`insert into file_imaging (file_id, state, summary, updated_at)
    values (${id}, 'ready', '{}', ${AT})`.execute(tx);
  if (hasFailed)
    await sql`insert into jobs
      (id, kind, subject, payload, priority, due_at, run_at, attempts, last_error, failed_at, created_at)
      values ('old', 'index-dicom', ${id}, '{}', 1, ${AT}, ${AT}, 3, 'out of memory', ${AT}, ${AT})`.execute(
      tx,
    );
  if (sops.length > 0)
    await sql`insert into dicom_series (file_id, number, study_uid, series_uid, patient_id, patient_name,
      patient_key, study_date, study_time, accession_number, study_id, referring_key, modality, series_number,
      performed_date, performed_time, scheduled_step_id, procedure_id, attributes)
      values (${id}, 0, '2.25.9', '2.25.1', '', '', '', '', '', '', '', '', 'CT', 1, '', '', '', '', '{}')`.execute(
      tx,
    );
  for (const [number, sop] of sops.entries())
    await sql`insert into dicom_instances (file_id, number, series, sop_uid, sop_class_uid, transfer_syntax,
      instance_number, frames, byte_offset, byte_length, size, is_deflated, data_offset, frame_parts, attributes)
      values (${id}, ${number}, 0, ${`2.25.1.${sop}`}, '1', '1', ${sop}, 1, 0, 9, 9, 0, 0, null,
        ${texts[number] ?? '{}'})`.execute(tx);
}
