import { randomUUID } from 'node:crypto';
import type { DatabaseClock } from '../db/database-clock.ts';
import type { Db } from '../db/tables.ts';
import type { Log } from '../storage/storage.ts';
import { MINUTE } from '../time.ts';
import * as repo from './schedule.repo.ts';

/** Milliseconds after which the work of a killed process is free again. */
const LEASE = 5 * MINUTE;

/** Recurring work. Returns how much it did. */
type Work = (log: Log) => Promise<number>;

/**
 * Wraps recurring work so that one process at a time does it, and at most once per `interval` milliseconds for all
 * processes of the database. Elsewhere the work does nothing and returns 0. The clock of the database decides.
 */
export function scheduler(db: Db, clock: DatabaseClock) {
  return (name: string, interval: number, work: Work): Work =>
    async (log) => {
      const lease = { name, holder: randomUUID() };
      if (!(await repo.take(db, clock, lease, { lease: LEASE, interval }))) return 0;
      // A failed extension is repeated by the next one; then the lease may expire, and the work is done twice.
      const timer = setInterval(() => {
        repo.extend(db, lease, clock(LEASE)).catch(() => {});
      }, LEASE / 3).unref();
      try {
        const count = await work(log);
        await repo.release(db, lease, clock());
        return count;
      } catch (error) {
        await repo.release(db, lease).catch(() => {});
        throw error;
      } finally {
        clearInterval(timer);
      }
    };
}
