import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { SECOND_FACTOR_KEY } from '../../platform/data-folder/data-folder.ts';
import { SQLITE_FILE } from '../../platform/db/database.ts';
import { checksumFile, type FileChecksum, writeFileDurably } from '../../platform/files.ts';

const MANIFEST = 'manifest.json';
const LIST = 'files.tsv';

const checksumSchema = z.object({ size: z.int(), sha256: z.string() });

const manifestSchema = z.object({
  /** Since 2 the manifest includes its own checksum. */
  format: z.literal([1, 2]),
  /** The time of the snapshot. */
  at: z.iso.datetime(),
  /** The source database; the backup itself is always SQLite. */
  from: z.enum(['sqlite', 'postgres']),
  /** The migrations applied to the database. */
  schema: z.array(z.string()),
  rows: z.record(z.string(), z.int()),
  /** `SEQ:HASH`, the last seal of the audit; absent for an older version. */
  auditHead: z.string().optional(),
  files: z.int(),
  /** Bytes of the files. */
  bytes: z.int(),
  /** Files that were missing or damaged in the data folder; the backup does not contain them. */
  damaged: z.array(z.string()),
  database: checksumSchema,
  list: checksumSchema,
  /** The key of second factors; absent if the data folder has none. */
  secondFactorKey: checksumSchema.optional(),
  /** SHA-256 of the other fields as JSON, in their order. */
  sha256: z.string().optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** An unusable backup or target; `message` is one line. */
export class BackupError extends Error {}

/** Writes the file list, then the manifest with the checksums of list and database. */
export async function writeManifest(
  folder: string,
  snapshot: Pick<Manifest, 'at' | 'from' | 'schema' | 'rows' | 'auditHead' | 'damaged'>,
  sums: ReadonlyMap<string, FileChecksum>,
): Promise<Manifest> {
  await writeList(join(folder, LIST), sums);
  const key = await checksumFile(join(folder, SECOND_FACTOR_KEY));
  const facts: Manifest = {
    format: 2,
    ...snapshot,
    files: sums.size,
    bytes: sums.values().reduce((bytes, { size }) => bytes + size, 0),
    database: await checksumOrFail(join(folder, SQLITE_FILE)),
    list: await checksumOrFail(join(folder, LIST)),
    ...(key && { secondFactorKey: { size: key.size, sha256: key.sha256 } }),
  };
  const result = { ...facts, sha256: checksumOfFacts(facts) };
  await writeFileDurably(join(folder, MANIFEST), `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

/** Reads the manifest and verifies its checksum and those of database, list and key. Throws BackupError. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a backup: it has no ${MANIFEST}`);
  });
  const json = parseJson(text);
  const read = manifestSchema.safeParse(json);
  if (!read.success || !isIntact(read.data.format, json as Manifest))
    throw new BackupError(`${MANIFEST} of the backup is damaged`);
  const manifest = read.data;
  for (const [name, expected] of [
    [SQLITE_FILE, manifest.database],
    [LIST, manifest.list],
    [SECOND_FACTOR_KEY, manifest.secondFactorKey],
  ] as const)
    if (expected && (await checksumFile(join(folder, name)))?.sha256 !== expected.sha256)
      throw new BackupError(`${name} of the backup is damaged`);
  return manifest;
}

const isIntact = (format: 1 | 2, { sha256, ...facts }: Manifest) =>
  format === 1 || sha256 === checksumOfFacts(facts);

const checksumOfFacts = (facts: Manifest) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex');

/** The checksums of every file in a backup, by key. */
export async function readList(folder: string): Promise<Map<string, FileChecksum>> {
  const sums = new Map<string, FileChecksum>();
  for await (const line of createInterface({ input: createReadStream(join(folder, LIST)) })) {
    const [key = '', size, sum = '', sha256 = ''] = line.split('\t');
    sums.set(key, { size: Number(size), crc32: Number.parseInt(sum, 16), sha256 });
  }
  return sums;
}

async function writeList(path: string, sums: ReadonlyMap<string, FileChecksum>): Promise<void> {
  const handle = await open(path, 'w', 0o640);
  try {
    let lines = '';
    // `appendFile` completes short writes; `write` does not.
    for (const [key, { size, crc32, sha256 }] of sums) {
      lines += `${key}\t${size}\t${crc32.toString(16).padStart(8, '0')}\t${sha256}\n`;
      if (lines.length < 100_000) continue;
      await handle.appendFile(lines);
      lines = '';
    }
    await handle.appendFile(lines);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function checksumOrFail(path: string): Promise<{ size: number; sha256: string }> {
  const sum = await checksumFile(path);
  if (!sum) throw new BackupError(`${path} is missing`);
  return { size: sum.size, sha256: sum.sha256 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
