import { sql } from 'kysely';
import { MINUTE } from '../time.ts';
import { readContext } from './database-context.ts';
import type { Db } from './tables.ts';

/** Milliseconds after which the clock of the database is read again. */
const INTERVAL = MINUTE;

export interface NodeClock {
  /** Milliseconds since 1970. */
  now(): number;
  stop(): void;
}

/**
 * The clock that all nodes of one database share, readable without a query: that of PostgreSQL, read every minute and
 * continued by the monotonic clock of this machine. The wall clock of a node does not matter. With SQLite the machine's.
 */
export async function openNodeClock(db: Db): Promise<NodeClock> {
  if (readContext(db).dialect === 'sqlite') return { now: Date.now, stop: () => {} };
  let reading = await readClock(db);
  const timer = setInterval(async () => {
    // While the database is away, the last reading continues.
    reading = await readClock(db).catch(() => reading);
  }, INTERVAL).unref();
  return {
    now: () => Math.round(reading.time + performance.now() - reading.at),
    stop: () => clearInterval(timer),
  };
}

/** The time of the database, and the monotonic moment it belongs to: the middle of the query. */
async function readClock(db: Db): Promise<{ time: number; at: number }> {
  const sent = performance.now();
  const { rows } = await sql<{ time: string }>`
    select extract(epoch from clock_timestamp()) * 1000 as time`.execute(db);
  return { time: Number(rows[0]?.time), at: (sent + performance.now()) / 2 };
}
