import { diskFull, isVolumeFull } from '../errors.ts';
import type { Storage } from './storage.ts';

/** Translates an error of the volume: 507 for a full disk or quota. Returns every other error unchanged. */
export const toStorageError = (error: unknown): unknown =>
  isVolumeFull(error) ? diskFull() : error;

/** Bytes that stay free for the database and the logs: one percent of the volume, at most 256 MiB. */
const reserveFor = (size: number) => Math.min(size / 100, 256 * 1024 * 1024);

/** Throws 507 when so many bytes would use the reserve of the volume. */
export async function assertSpaceFor(storage: Storage, bytes: number): Promise<void> {
  const { size, available } = await storage.space();
  if (bytes > available - reserveFor(size)) throw diskFull();
}
