import type { Db } from '../../platform/db/tables.ts';
import { checksumFile } from '../../platform/files.ts';
import { formatBytes } from '../../platform/format-bytes.ts';
import { type DecoderPool, decoderPool } from '../../platform/media/pool/decoder-pool.ts';
import { LOST_RETENTION } from '../../platform/storage/garbage-collector.ts';
import { type StorageDifference, setAsideAreas } from '../../platform/storage/storage.ts';
import { DAY, HOUR } from '../../platform/time.ts';
import { listReferencedFiles, type ReferencedFile } from '../backup/inventory.repo.ts';
import type { StoredFiles } from '../stored-files.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import * as repo from './verify.repo.ts';

interface Context {
  readonly db: Db;
  readonly files: StoredFiles;
  /** The folder that decoders may read. */
  readonly objects: string;
  readonly now: () => number;
}

/** A problem with one file. */
interface Problem {
  readonly key: string;
  readonly problem: string;
}

/** Checks that every referenced file exists with the right size; `deep` also compares checksums. */
export async function checkFiles(context: Context, deep: boolean): Promise<CheckResult> {
  const { db, files, objects } = context;
  const problems: Problem[] = [];
  const counts = { files: 0, pictures: 0, bytes: 0 };
  const pool = deep ? decoderPool({ folder: objects }) : undefined;
  for await (const file of listReferencedFiles(db)) {
    const size = await files.size(file.key);
    counts[findArea(file.key)] += 1;
    counts.bytes += size ?? 0;
    const isLost = size === undefined && (await files.size(`lost/${file.key}`)) !== undefined;
    const problem = isLost ? IN_LOST : await findProblem(files, file, size, pool);
    if (problem)
      problems.push({ key: file.key, problem: `${file.key} of ${file.owner} ${problem}` });
  }
  await pool?.close();
  const summary = `${formatCount(counts.files, 'file')} of patients, ${formatCount(counts.pictures, 'public picture')}, ${formatBytes(counts.bytes)}${deep ? ', all bytes read' : ''}`;
  return { name: 'Files', summary, problems: truncateList(await recheck(db, problems)) };
}

const IN_LOST = 'is in objects/lost: the next sweep moves it back';

async function findProblem(
  files: StoredFiles,
  { key, size: expected, crc32 }: ReferencedFile,
  size: number | undefined,
  pool: DecoderPool | undefined,
): Promise<string | undefined> {
  if (size === undefined) return 'is missing';
  if (expected !== undefined && size !== expected)
    return `has ${size} bytes instead of ${expected}`;
  if (!pool) return undefined;
  if (crc32 === undefined)
    return (await files.withFile(key, (path) => isPicture(pool, path)))
      ? undefined
      : 'cannot be decoded';
  return (await files.withFile(key, checksumFile))?.crc32 === crc32
    ? undefined
    : 'does not have the stored checksum';
}

/** Pictures have no checksum, so decoding them completely is the test. */
const isPicture = (pool: DecoderPool, path: string) =>
  pool.run('verify', {}, { path }, { client: 'verify' }).then(
    () => true,
    () => false,
  );

/** Drops problems of files whose row a running server has deleted since. */
async function recheck(db: Db, problems: readonly Problem[]): Promise<string[]> {
  const confirmed: string[] = [];
  for (const { key, problem } of problems)
    if ((await repo.findExisting(db, areaTables[findArea(key)], [rowId(key)])).size > 0)
      confirmed.push(problem);
  return confirmed;
}

/** The hourly sweep moves files without a row after 24 hours. */
const COLLECTED_AFTER = 26 * HOUR;

const BATCH_SIZE = 500;

/** Checks for files without a row and counts unfinished uploads. */
export async function checkUploads(context: Context): Promise<CheckResult> {
  const young: string[] = [];
  const old: string[] = [];
  const unfinished = { count: 0, bytes: 0 };
  for (const area of ['files', 'pictures', 'previews'] as const) {
    const orphans = await findOrphans(context, area, unfinished);
    for (const { key, touchedAt } of orphans)
      (area !== 'previews' && context.now() - touchedAt > COLLECTED_AFTER ? old : young).push(key);
  }
  const arriving = `${formatCount(unfinished.count, 'unfinished upload')}, ${formatBytes(unfinished.bytes)}`;
  const waiting = `${formatCount(young.length, 'file')} without a row waiting for the sweep`;
  return {
    name: 'Uploads',
    summary: `${arriving}; ${waiting}`,
    problems: truncateList(old.map((key) => `${key} has no row, and no sweep has moved it`)),
  };
}

/** Counts the files that sweeps have set aside because no row references them. */
export async function checkLost({ files, now }: Context): Promise<CheckResult> {
  let count = 0;
  let bytes = 0;
  let oldest = now();
  for (const area of setAsideAreas)
    for await (const { size, touchedAt } of files.list(`lost/${area}`)) {
      count += 1;
      bytes += size;
      oldest = Math.min(oldest, touchedAt);
    }
  const days = Math.max(0, Math.ceil((oldest + LOST_RETENTION - now()) / DAY));
  const summary =
    count === 0
      ? 'no file without a row is set aside'
      : `${formatCount(count, 'file')} without a row in objects/lost, ${formatBytes(bytes)}; the oldest is removed in ${formatCount(days, 'day')}`;
  return { name: 'Lost', summary, problems: [] };
}

/** Compares the rows of an object store with its bytes. */
export async function checkStore({ files }: Context): Promise<CheckResult> {
  const problems: string[] = [];
  for await (const difference of files.storage?.maintenance?.compare() ?? [])
    problems.push(describeDifference(difference));
  return {
    name: 'Store',
    summary: 'all rows and all blobs compared',
    problems: truncateList(problems),
  };
}

function describeDifference(difference: StorageDifference): string {
  const { kind, blob } = difference;
  if (kind === 'orphan') return `blob ${blob} belongs to no object: the daily sweep removes it`;
  const object = `blob ${blob} of ${difference.key}`;
  return kind === 'missing' ? `${object} is missing` : `${object} does not have its size`;
}

async function findOrphans(
  { db, files }: Context,
  area: keyof typeof areaTables,
  unfinished: { count: number; bytes: number },
) {
  const orphans: { key: string; touchedAt: number }[] = [];
  let batch: { key: string; touchedAt: number }[] = [];
  const flush = async () => {
    const existing = await repo.findExisting(db, areaTables[area], [
      ...new Set(batch.map(({ key }) => rowId(key))),
    ]);
    orphans.push(...batch.filter(({ key }) => !existing.has(rowId(key))));
    batch = [];
  };
  for await (const { key, finished, touchedAt, size } of files.list(area)) {
    if (finished) batch.push({ key, touchedAt });
    else {
      unfinished.count += 1;
      unfinished.bytes += size;
    }
    if (batch.length === BATCH_SIZE) await flush();
  }
  await flush();
  return orphans;
}

const areaTables = {
  files: 'checkup_files',
  previews: 'checkup_files',
  pictures: 'pictures',
} as const;

const findArea = (key: string) => (key.startsWith('pictures/') ? 'pictures' : 'files');

/** The id of the row that a key belongs to: a picture's keys end with a width. */
const rowId = (key: string) =>
  key.slice(key.indexOf('/') + 1).replace(key.startsWith('pictures/') ? /-\d+$/ : /$^/, '');
