import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/db/tables.ts';
import { checksumFile } from '../../platform/files.ts';
import { type DecoderPool, decoderPool } from '../../platform/media/decoder-pool.ts';
import { listArea } from '../../platform/storage/disk/disk-files.ts';
import { LOST_RETENTION } from '../../platform/storage/garbage-collector.ts';
import { type Area, setAsideAreas } from '../../platform/storage/storage.ts';
import { inWords } from '../backup/file-collector.ts';
import type { StockService } from '../backup/stock.service.ts';
import { counted, type Look, shortened } from './check-result.ts';
import * as repo from './verify.repo.ts';

interface Place {
  readonly db: Db;
  readonly objects: string;
  readonly now: () => number;
}

/** What a row leads to. */
type Kept = ReturnType<StockService['files']> extends AsyncGenerator<infer File> ? File : never;

/** Every file a row leads to is there, as long as it must be; `deep`: and every byte is what it was. */
export async function lookAtFiles(
  { db, objects }: Place,
  stock: StockService,
  deep: boolean,
): Promise<Look> {
  const wrong: { key: string; says: string }[] = [];
  const counts = { files: 0, pictures: 0, bytes: 0 };
  const pool = deep ? decoderPool({ folder: objects }) : undefined;
  for await (const file of stock.files()) {
    const path = join(objects, file.key);
    const size = (await stat(path).catch(() => undefined))?.size;
    counts[areaOf(file.key)] += 1;
    counts.bytes += size ?? 0;
    const isLost = size === undefined && (await isFile(join(objects, 'lost', file.key)));
    const says = isLost ? WAITS_IN_LOST : await wrongWith(file, path, size, pool);
    if (says) wrong.push({ key: file.key, says: `${file.key} of ${file.owner} ${says}` });
  }
  await pool?.close();
  const shown = `${counted(counts.files, 'file')} of patients, ${counted(counts.pictures, 'public picture')}, ${inWords(counts.bytes)}${deep ? ', read to the last byte' : ''}`;
  return { part: 'Files', is: shown, wrong: shortened(await stillWrong(db, wrong)) };
}

const WAITS_IN_LOST = 'rests in objects/lost: the next sweep brings it back';

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function wrongWith(
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
async function stillWrong(db: Db, wrong: readonly { key: string; says: string }[]) {
  const said: string[] = [];
  for (const { key, says } of wrong)
    if ((await repo.known(db, tableOf[areaOf(key)], [ownerOf(key)])).size > 0) said.push(says);
  return said;
}

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

/** The sweeper takes what has no row after 24 hours, and looks every hour. */
const SWEPT_BY = 26 * HOUR;

const ROWS_AT_ONCE = 500;

/** What rests without a row, and what has begun to arrive. */
export async function lookAtOrphans(place: Place): Promise<Look> {
  const young: string[] = [];
  const old: string[] = [];
  const unfinished = { count: 0, bytes: 0 };
  for (const area of ['files', 'pictures', 'previews'] as const) {
    const found = await orphansIn(place, area, unfinished);
    for (const { key, touchedAt } of found)
      (area !== 'previews' && place.now() - touchedAt > SWEPT_BY ? old : young).push(key);
  }
  const arriving = `${counted(unfinished.count, 'unfinished upload')}, ${inWords(unfinished.bytes)}`;
  const waiting = `${counted(young.length, 'file')} without a row waiting for the sweeper`;
  return {
    part: 'Uploads',
    is: `${arriving}; ${waiting}`,
    wrong: shortened(old.map((key) => `${key} has no row, and the sweeper has not taken it`)),
  };
}

/** What the sweeper has set aside because no row leads to it. */
export async function lookAtLost({ objects, now }: Place): Promise<Look> {
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
      : `${counted(count, 'file')} without a row in objects/lost, ${inWords(bytes)}; the oldest is removed in ${counted(days, 'day')}`;
  return { part: 'Lost', is, wrong: [] };
}

async function orphansIn(
  { db, objects }: Place,
  area: Area,
  unfinished: { count: number; bytes: number },
) {
  const orphans: { key: string; touchedAt: number }[] = [];
  let batch: { key: string; touchedAt: number }[] = [];
  const look = async () => {
    const known = await repo.known(db, tableOf[area], [
      ...new Set(batch.map(({ key }) => ownerOf(key))),
    ]);
    orphans.push(...batch.filter(({ key }) => !known.has(ownerOf(key))));
    batch = [];
  };
  for await (const { key, finished, touchedAt, size } of listArea(join(objects, area), area)) {
    if (finished) batch.push({ key, touchedAt });
    else {
      unfinished.count += 1;
      unfinished.bytes += size;
    }
    if (batch.length === ROWS_AT_ONCE) await look();
  }
  await look();
  return orphans;
}

const tableOf = {
  files: 'checkup_files',
  previews: 'checkup_files',
  pictures: 'pictures',
} as const;

const areaOf = (key: string) => (key.startsWith('pictures/') ? 'pictures' : 'files');

/** The id of the row that a key belongs to: a picture's keys end with a width. */
const ownerOf = (key: string) =>
  key.slice(key.indexOf('/') + 1).replace(key.startsWith('pictures/') ? /-\d+$/ : /$^/, '');
