import { ConfigError } from './platform/errors.ts';
import type { ObjectStore } from './platform/storage/open-storage.ts';
import { parseS3Url } from './platform/storage/s3/s3-url.ts';

/** The object store of the settings; undefined: files are on the disk. */
export function readObjectStore(read: {
  STORAGE_URL?: string | undefined;
  STORAGE_QUOTA: number;
  DATABASE_URL?: string | undefined;
  SESSION_SECRET?: string | undefined;
  SECOND_FACTOR_KEY?: string | undefined;
  X_ACCEL_PREFIX?: string | undefined;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
}): ObjectStore | undefined {
  if (read.STORAGE_URL === undefined) return undefined;
  if (read.DATABASE_URL === undefined) throw createStoreError('it needs DATABASE_URL');
  // They are files in the data folder otherwise, and each node has its own.
  if (read.SESSION_SECRET === undefined || read.SECOND_FACTOR_KEY === undefined)
    throw createStoreError('it needs SESSION_SECRET and SECOND_FACTOR_KEY, the same on every node');
  if (read.X_ACCEL_PREFIX !== undefined)
    throw createStoreError('it cannot be used with X_ACCEL_PREFIX');
  return parseObjectStore(read.STORAGE_URL, read);
}

const createStoreError = (reason: string) =>
  new ConfigError(`The setting STORAGE_URL is wrong: ${reason}.`);

/** Throws ConfigError where the location or the credentials are wrong. */
export function parseObjectStore(
  url: string,
  read: {
    STORAGE_QUOTA: number;
    AWS_ACCESS_KEY_ID?: string | undefined;
    AWS_SECRET_ACCESS_KEY?: string | undefined;
  },
): ObjectStore {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw createStoreError('it needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  try {
    const location = parseS3Url(url);
    const quota = read.STORAGE_QUOTA * 2 ** 30;
    return { location, quota, credentials: { accessKeyId, secretAccessKey } };
  } catch (error) {
    throw createStoreError(error instanceof Error ? error.message : String(error));
  }
}
