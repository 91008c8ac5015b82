import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  imagingSummary,
  listDerivedNames,
  pictureMetadata,
} from '@deqiq/contract/shared/imaging/derivatives.ts';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import { type Row, withRows } from './rows.ts';

const FILES = `select id, content_type, size, crc32 from checkup_files
  union all select id, content_type, size, crc32 from deleted_files`;

/** Files that were removed permanently, and whose bytes the next sweep removes, may have rows. */
const UNOWNED = (table: string) => `select file_id from ${table}
  where file_id not in (select id from (${FILES}) as files)
  and file_id not in (select id from removed_files)`;

export interface PicturesAudit {
  /** Violations, one sentence each. */
  readonly broken: readonly string[];
  /** Files whose pictures are complete. */
  readonly ready: readonly string[];
  /** Derived objects, also unfinished ones, that no row names and no job is about. */
  readonly orphans: readonly string[];
}

/** Compares the rows of pictures with the objects that they name. */
export async function auditPictures(location: DataLocation): Promise<PicturesAudit> {
  const folder = join(location.dataDir, 'objects/derived');
  const tables = await withRows(location, async (rows) => ({
    files: await rows(`select files.id, content_type, state, kind, generation, summary, failure
      from (${FILES}) as files left join file_imaging on file_id = files.id`),
    unowned: [...(await rows(UNOWNED('file_imaging'))), ...(await rows(UNOWNED('dicom_headers')))],
    headers: await rows('select file_id from dicom_headers'),
    jobs: await rows('select subject from jobs where failed_at is null'),
  }));
  const headers = new Set(tables.headers.map((row) => String(row.file_id)));
  const jobs = new Set(tables.jobs.map((row) => String(row.subject)));
  const broken = tables.unowned.map(({ file_id: id }) => `a row of the removed file ${id} is left`);
  const ready: string[] = [];
  const wanted = new Set<string>();
  for (const row of tables.files) {
    const id = String(row.id);
    if (row.state === null) broken.push(`file ${id} has no row in file_imaging`);
    if (row.state === 'failed') broken.push(`the pictures of file ${id} failed: ${row.failure}`);
    if (row.state === 'pending' && !jobs.has(id)) broken.push(`file ${id} waits, but has no job`);
    if (row.generation === null) continue;
    const prefix = `${id}_${row.generation}_`;
    const { others = [] } = imagingSummary.parse(JSON.parse(String(row.summary)));
    for (const name of listDerivedNames(1 + others.length)) wanted.add(`${prefix}${name}`);
    const wrong = await auditFile(join(folder, prefix), row);
    if (row.content_type !== 'image/jpeg' && !headers.has(id)) wrong.push('without its header');
    if (row.state === 'ready' && wrong.length === 0) ready.push(id);
    broken.push(...wrong.map((each) => `the pictures of file ${id}: ${each}`));
  }
  // A job that is running has written objects that no row names yet.
  const hasJob = (name: string) => jobs.has(name.slice(0, name.indexOf('_')));
  const orphans = (await readdir(folder)).filter((name) => !wanted.has(name) && !hasJob(name));
  return { broken, ready, orphans };
}

/** Every object that the row and the metadata name exists with its length. */
async function auditFile(prefix: string, row: Row): Promise<string[]> {
  const wrong: string[] = [];
  const { previews = [] } = imagingSummary.parse(JSON.parse(String(row.summary)));
  if (previews.length === 0) wrong.push('no preview');
  for (const side of previews)
    if (!(await isWebp(`${prefix}preview-${side}`))) wrong.push(`preview-${side} is not whole`);
  if (row.content_type === 'image/jpeg') return wrong;
  const text = await readFile(`${prefix}meta`, 'utf8').catch(() => undefined);
  if (text === undefined) return [...wrong, 'no metadata'];
  for (const { name, lengths } of pictureMetadata.parse(JSON.parse(text)).levels) {
    const size = (await stat(`${prefix}${name}`).catch(() => undefined))?.size;
    const expected = lengths.reduce((sum, length) => sum + length, 0);
    if (size !== expected) wrong.push(`${name} has ${size} bytes instead of ${expected}`);
  }
  return wrong;
}

/** The header of a WebP names the length of the rest. */
async function isWebp(path: string): Promise<boolean> {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return false;
  try {
    const head = Buffer.alloc(12);
    await handle.read(head, 0, head.length, 0);
    const { size } = await handle.stat();
    const isRiff = head.toString('latin1', 0, 4) + head.toString('latin1', 8) === 'RIFFWEBP';
    return isRiff && head.readUInt32LE(4) + 8 === size;
  } finally {
    await handle.close();
  }
}
