import type { Db } from '../../platform/db/tables.ts';
import { checksumFile } from '../../platform/files.ts';
import { formatBytes } from '../../platform/format-bytes.ts';
import { type DecoderPool, decoderPool } from '../../platform/media/pool/decoder-pool.ts';
import { listReferencedFiles, type ReferencedFile } from '../backup/inventory.repo.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import * as repo from './verify.repo.ts';

export interface Context {
  readonly db: Db;
  readonly files: StoredFiles;
  /** The folder that decoders may read. */
  readonly objects: string;
  readonly now: () => number;
}

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

const BATCH_SIZE = 500;

export async function findOrphans(
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
