import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/tables.ts';
import { checksumFile } from '../../platform/files.ts';
import { type DecoderPool, decoderPool } from '../../platform/media/decoder-pool.ts';
import { listArea } from '../../platform/storage/disk/disk-files.ts';
import { LOST_RETENTION } from '../../platform/storage/garbage-collector.ts';
import { type Area, setAsideAreas } from '../../platform/storage/storage.ts';
import { formatBytes } from '../backup/file-collector.ts';
import type { StockService } from '../backup/stock.service.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import * as repo from './verify.repo.ts';

interface Context {
  readonly db: Db;
  readonly objects: string;
  readonly now: () => number;
}

/** What a row leads to. */
type Kept = ReturnType<StockService['files']> extends AsyncGenerator<infer File> ? File : never;

/** Every file a row leads to is there, as long as it must be; `deep`: and every byte is what it was. */
export async function checkFiles(
  { db, objects }: Context,
  stock: StockService,
  deep: boolean,
): Promise<CheckResult> {
  const wrong: { key: string; says: string }[] = [];
  const counts = { files: 0, pictures: 0, bytes: 0 };
  const pool = deep ? decoderPool({ folder: objects }) : undefined;
  for await (const file of stock.files()) {
    const path = join(objects, file.key);
    const size = (await stat(path).catch(() => undefined))?.size;
    counts[areaOf(file.key)] += 1;
    counts.bytes += size ?? 0;
    const isLost = size === undefined && (await isFile(join(objects, 'lost', file.key)));
    const says = isLost ? IN_LOST : await findProblem(file, path, size, pool);
    if (says) wrong.push({ key: file.key, says: `${file.key} of ${file.owner} ${says}` });
  }
  await pool?.close();
  const shown = `${formatCount(counts.files, 'file')} of patients, ${formatCount(counts.pictures, 'public picture')}, ${formatBytes(counts.bytes)}${deep ? ', read to the last byte' : ''}`;
  return { name: 'Files', summary: shown, problems: truncateList(await recheck(db, wrong)) };
}

const IN_LOST = 'rests in objects/lost: the next sweep brings it back';

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function findProblem(
  { size: must, crc32 }: Kept,
  path: string,
  size: number | undefined,
  pool: DecoderPool | undefined,
): Promise<string | undefined> {
  if (size === undefined) return 'is missing';
  if (must !== undefined && size !== must) return `has ${size} bytes instead of ${must}`;
  if (!pool) return undefined;
  if (crc32 === undefined) return (await isPicture(pool, path)) ? undefined : 'cannot be decoded';
  return (await checksumFile(path))?.crc32 === crc32 ? undefined : 'has other bytes than were sent';
}

/** Pictures have no checksum of their own; a damaged one can hardly be decoded to its end. */
const isPicture = (pool: DecoderPool, path: string) =>
  pool.run('verify', {}, { path }, { client: 'doctor' }).then(
    () => true,
    () => false,
  );

/** Without what a server at work has deleted since its row was read. */
async function recheck(db: Db, wrong: readonly { key: string; says: string }[]) {
  const said: string[] = [];
  for (const { key, says } of wrong)
    if ((await repo.findExisting(db, areaTables[areaOf(key)], [rowId(key)])).size > 0)
      said.push(says);
  return said;
}

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

/** The sweeper takes what has no row after 24 hours, and looks every hour. */
const COLLECTED_AFTER = 26 * HOUR;

const BATCH_SIZE = 500;

/** What rests without a row, and what has begun to arrive. */
export async function checkUploads(place: Context): Promise<CheckResult> {
  const young: string[] = [];
  const old: string[] = [];
  const unfinished = { count: 0, bytes: 0 };
  for (const area of ['files', 'pictures', 'previews'] as const) {
    const found = await findOrphans(place, area, unfinished);
    for (const { key, touchedAt } of found)
      (area !== 'previews' && place.now() - touchedAt > COLLECTED_AFTER ? old : young).push(key);
  }
  const arriving = `${formatCount(unfinished.count, 'unfinished upload')}, ${formatBytes(unfinished.bytes)}`;
  const waiting = `${formatCount(young.length, 'file')} without a row waiting for the sweeper`;
  return {
    name: 'Uploads',
    summary: `${arriving}; ${waiting}`,
    problems: truncateList(old.map((key) => `${key} has no row, and the sweeper has not taken it`)),
  };
}

/** What the sweeper has set aside because no row leads to it. */
export async function checkLost({ objects, now }: Context): Promise<CheckResult> {
  let [count, bytes] = [0, 0];
  let oldest = now();
  for (const area of setAsideAreas)
    for await (const { size, touchedAt } of listArea(join(objects, 'lost', area), `lost/${area}`)) {
      count += 1;
      bytes += size;
      oldest = Math.min(oldest, touchedAt);
    }
  const days = Math.max(0, Math.ceil((oldest + LOST_RETENTION - now()) / DAY));
  const is =
    count === 0
      ? 'no file without a row is set aside'
      : `${formatCount(count, 'file')} without a row in objects/lost, ${formatBytes(bytes)}; the oldest is removed in ${formatCount(days, 'day')}`;
  return { name: 'Lost', summary: is, problems: [] };
}

async function findOrphans(
  { db, objects }: Context,
  area: Area,
  unfinished: { count: number; bytes: number },
) {
  const orphans: { key: string; touchedAt: number }[] = [];
  let batch: { key: string; touchedAt: number }[] = [];
  const look = async () => {
    const known = await repo.findExisting(db, areaTables[area], [
      ...new Set(batch.map(({ key }) => rowId(key))),
    ]);
    orphans.push(...batch.filter(({ key }) => !known.has(rowId(key))));
    batch = [];
  };
  for await (const { key, finished, touchedAt, size } of listArea(join(objects, area), area)) {
    if (finished) batch.push({ key, touchedAt });
    else {
      unfinished.count += 1;
      unfinished.bytes += size;
    }
    if (batch.length === BATCH_SIZE) await look();
  }
  await look();
  return orphans;
}

const areaTables = {
  files: 'checkup_files',
  previews: 'checkup_files',
  pictures: 'pictures',
} as const;

const areaOf = (key: string) => (key.startsWith('pictures/') ? 'pictures' : 'files');

/** The id of the row that a key belongs to: a picture's keys end with a width. */
const rowId = (key: string) =>
  key.slice(key.indexOf('/') + 1).replace(key.startsWith('pictures/') ? /-\d+$/ : /$^/, '');
