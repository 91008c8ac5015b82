import { readContext } from '../db/database-context.ts';
import type { Db } from '../db/tables.ts';
import { databaseLimits } from './database-limits.ts';
import type { Limits } from './limits.ts';
import { memoryLimits } from './memory-limits.ts';

/** Counts in PostgreSQL, which several nodes share; with SQLite in the memory of the only process. */
export const openLimits = (db: Db, now?: () => number): Limits =>
  readContext(db).dialect === 'postgres' ? databaseLimits(db, now) : memoryLimits(now ?? Date.now);
