import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { pictureWidths } from '@deqiq/contract/imaging/pictures.ts';
import type { DataLocation } from '@deqiq/testkit/server-process.ts';
import { type Row, withRows } from './rows.ts';

type Rows = (sql: string) => Promise<Row[]>;

/** CRC-32 and length of files, by path. Stored objects never change, so each is read once. */
export type Sums = Map<string, { readonly size: number; readonly crc32: number }>;

/**
 * Compares rows with one another and with the files that they reference on the disk. Returns one sentence for each
 * mismatch.
 */
export function auditOnDisk(location: DataLocation, sums: Sums): Promise<string[]> {
  return withRows(location, async (rows) => [
    ...(location.url === undefined ? await integrity(rows) : []),
    ...(await filesOf(rows, location, sums)),
    ...(await picturesOf(rows, location)),
    ...(await pointsOf(rows)),
    ...(await claimsOf(rows)),
  ]);
}

async function integrity(rows: Rows): Promise<string[]> {
  const integrity = await rows('pragma integrity_check');
  const orphans = await rows('pragma foreign_key_check');
  return [
    ...integrity.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok'),
    ...orphans.map((row) => `a row of ${row.table} references a missing row of ${row.parent}`),
  ];
}

/** Files of checkups, including deleted checkups, which can be restored. */
const FILES = `select id, size, crc32 from checkup_files
  union all select id, size, crc32 from deleted_files`;

/** Every row's file must exist with the length and checksum of the row. */
async function filesOf(rows: Rows, { dataDir }: DataLocation, sums: Sums): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, size, crc32: sum } of await rows(FILES)) {
    const path = join(dataDir, 'objects/files', String(id));
    const file = sums.get(path) ?? (await summed(path));
    if (!file) wrong.push(`file ${id} has a row but no bytes`);
    else if (file.size !== Number(size) || file.crc32 !== Number(sum))
      wrong.push(`file ${id} has ${file.size} bytes, which differ from its row's ${size}`);
    if (file) sums.set(path, file);
  }
  const stored = new Set(await objectsIn(dataDir, 'files'));
  for (const path of sums.keys()) {
    const isThere = stored.has(path.slice(path.lastIndexOf('/') + 1));
    if (!isThere) sums.delete(path);
  }
  const missing = await rows(FILES);
  for (const { id } of missing) if (!stored.has(String(id))) wrong.push(`file ${id} is gone`);
  return wrong;
}

async function summed(path: string) {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const bytes = await handle.readFile();
    return { size: bytes.length, crc32: crc32(bytes) };
  } finally {
    await handle.close();
  }
}

/** Every picture belongs to exactly one clinic or doctor, each of these has its picture, and all widths exist. */
async function picturesOf(rows: Rows, { dataDir }: DataLocation): Promise<string[]> {
  const owned = await rows(`select picture_id from clinics
    union all select picture_id from partner_cards
    union all select picture_id from partner_card_images`);
  const owners = Map.groupBy(owned, ({ picture_id }) => String(picture_id));
  const pictures = await rows('select id, width from pictures');
  const there = new Set(await objectsIn(dataDir, 'pictures'));
  const ids = new Set(pictures.map(({ id }) => String(id)));
  return [
    ...pictures.flatMap(({ id, width }) =>
      namesOf(String(id), Number(width))
        .filter((name) => !there.has(name))
        .map((name) => `picture ${name} has a row but no bytes`),
    ),
    ...pictures
      .filter(({ id }) => owners.get(String(id))?.length !== 1)
      .map(({ id }) => `picture ${id} does not belong to exactly one`),
    ...[...owners.keys()].filter((id) => !ids.has(id)).map((id) => `picture ${id} has no row`),
  ];
}

/** Names of the stored variants of a picture of this width. */
export const namesOf = (id: string, width: number): string[] =>
  pictureWidths
    .filter((_, index) => index === 0 || (pictureWidths[index - 1] ?? 0) < width)
    .map((variantWidth) => `${id}-${variantWidth}`);

/**
 * Every partner's balance is the sum of the ledger. Every payment has taken its points and returned them at most
 * once.
 */
async function pointsOf(rows: Rows): Promise<string[]> {
  const partners =
    await rows(`select id, balance_qepik as balance, (select coalesce(sum(amount_qepik), 0)
    from ledger where partner_id = partners.id) as sum from partners`);
  const payments = await rows(`select id, status, amount_qepik as amount,
    (select coalesce(sum(amount_qepik), 0) from ledger where payment_id = payments.id) as booked
    from payments`);
  return [
    ...partners
      .filter(({ balance, sum }) => Number(balance) !== Number(sum))
      .map(({ id, balance, sum }) => `partner ${id} has ${balance}, its ledger says ${sum}`),
    ...payments
      .filter(({ status, amount, booked }) => {
        const must = status === 'rejected' ? 0 : -Number(amount);
        return Number(booked) !== must;
      })
      .map(({ id, status, booked }) => `payment ${id} is ${status}, its ledger says ${booked}`),
  ];
}

/** Checkups created by staff have a file, and claims reference an existing file. */
async function claimsOf(rows: Rows): Promise<string[]> {
  const unclaimed = await rows(`select checkup_files.id from checkup_files
    left join upload_claims on stored_id = checkup_files.id
    where kind = 'xray' and stored_id is null`);
  return unclaimed.map(({ id }) => `file ${id} was taken over without a claim`);
}

/** Names of the stored objects of an area. */
export const objectsIn = (dataDir: string, area: string): Promise<string[]> =>
  readdir(join(dataDir, 'objects', area));
