import { diskFull } from './disk-full.ts';
import type { Storage } from './storage.ts';

/** What is left free on the volume for the database and the logs: one percent, at most 256 MiB. */
const reserveOf = (size: number) => Math.min(size / 100, 256 * 1024 * 1024);

/** Throws 507 when so many bytes would take from the reserve of the volume. */
export async function assertSpaceFor(storage: Storage, bytes: number): Promise<void> {
  const { size, available } = await storage.space();
  if (bytes > available - reserveOf(size)) throw diskFull();
}
