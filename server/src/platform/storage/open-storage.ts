import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/tables.ts';
import { markUnavailable } from '../errors.ts';
import { DAY } from '../time.ts';
import { openDiskStorage } from './disk/disk.ts';
import { describeFailure, isOutage } from './s3/blob-errors.ts';
import { openBlobStore, type S3Credentials } from './s3/blob-store.ts';
import { s3Storage } from './s3/s3-storage.ts';
import type { S3Location } from './s3/s3-url.ts';
import type { Storage } from './storage.ts';

/** An object store, from the settings. */
export interface ObjectStore {
  readonly location: S3Location;
  readonly credentials: S3Credentials;
  /** Bytes that all objects together may have. */
  readonly quota: number;
}

/** The object store cannot be used. `message` is one line, printed before the process ends. */
export class StorageOpenError extends Error {}

/** Milliseconds after which a copy for a decoder was left behind by a process that was killed. */
const SPOOL_RETENTION = DAY;

/** The folder of stored files and of copies for decoders, in the data folder. */
export const objectsFolder = (dataDir: string): string => join(dataDir, 'objects');

/** Opens the disk below `dataDir`, or the object store where one is set. Throws StorageOpenError; an outage is marked as unavailable. */
export async function openStorage(options: {
  dataDir: string;
  db: Db;
  objectStore: ObjectStore | undefined;
}): Promise<Storage> {
  const folder = objectsFolder(options.dataDir);
  if (!options.objectStore) return openDiskStorage(folder);
  const { location, credentials, quota } = options.objectStore;
  const blobs = await openBlobStore(location, credentials);
  try {
    await blobs.ping();
  } catch (error) {
    blobs.close();
    const failure = new StorageOpenError(
      `The object store (STORAGE_URL, bucket ${location.bucket}) cannot be used: ${describeFailure(error)}.`,
      { cause: error },
    );
    throw isOutage(error) ? markUnavailable(failure) : failure;
  }
  const spool = join(folder, 'spool');
  await mkdir(spool, { recursive: true, mode: 0o750 });
  await removeOldCopies(spool);
  return s3Storage({ blobs, db: options.db, quota, spool });
}

async function removeOldCopies(spool: string): Promise<void> {
  for (const name of await readdir(spool)) {
    const path = join(spool, name);
    // Another process of this data folder may remove its own copy concurrently.
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < Date.now() - SPOOL_RETENTION) await rm(path, { force: true });
  }
}
