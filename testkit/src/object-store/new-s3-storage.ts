import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Db } from '../../../server/src/platform/db/tables.ts';
import type { ObjectStore } from '../../../server/src/platform/storage/open-storage.ts';
import { openBlobStore } from '../../../server/src/platform/storage/s3/blob-store.ts';
import { s3Storage } from '../../../server/src/platform/storage/s3/s3-storage.ts';
import { parseS3Url } from '../../../server/src/platform/storage/s3/s3-url.ts';

const GIB = 2 ** 30;

/** The bucket of TEST_STORAGE_URL, with a prefix of its own. */
export function newS3Location() {
  const url = process.env.TEST_STORAGE_URL;
  if (!url) throw new Error('TEST_STORAGE_URL is missing: run the test with on-object-store.ts');
  return { ...parseS3Url(url), prefix: `${randomUUID()}/` };
}

/** The credentials of TEST_STORAGE_URL. */
export const s3Credentials = () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
});

/** The environment of a server with an empty store, and the secrets that its nodes must share. */
export function storageEnvironment() {
  const url = new URL(process.env.TEST_STORAGE_URL ?? '');
  url.pathname = `/${randomUUID()}`;
  const { accessKeyId, secretAccessKey } = s3Credentials();
  return {
    STORAGE_URL: url.toString(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    SECOND_FACTOR_KEY: randomBytes(32).toString('base64url'),
  };
}

/** The settings of an empty store. */
export const newObjectStore = (): ObjectStore => ({
  location: newS3Location(),
  credentials: s3Credentials(),
  quota: 100 * GIB,
});

/** An empty store on this database; `blobs` is what the bucket contains under its prefix. */
export async function newS3Storage(
  t: Pick<TestContext, 'after'>,
  db: Db,
  { location = newS3Location(), quota = 100 * GIB, ...clocks }: Options = {},
) {
  const blobs = await openBlobStore(location, s3Credentials());
  const spool = await mkdtemp(path.join(tmpdir(), 'deqiq-spool-'));
  t.after(() => rm(spool, { recursive: true }));
  return { location, blobs, spool, storage: s3Storage({ blobs, db, quota, spool, ...clocks }) };
}

interface Options {
  readonly location?: ReturnType<typeof newS3Location>;
  readonly quota?: number;
  readonly now?: () => number;
  readonly databaseNow?: () => number;
}
