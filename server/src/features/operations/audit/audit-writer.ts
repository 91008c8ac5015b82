import { setTimeout as pause } from 'node:timers/promises';
import { readContext } from '../../../platform/db/database-context.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { isDiskFull } from '../../../platform/errors.ts';
import * as repo from './audit.repo.ts';

/** Min milliseconds between the starts of two writes. A row that comes later than that is written at once. */
const BATCH_INTERVAL = 20;

/** Max rows of views that wait in memory while the disk is full, and milliseconds between retries. */
const MAX_PENDING = 10_000;
const RETRY_INTERVAL = 1_000;

/** Rows per statement. */
const BATCH_SIZE = 500;

interface Deps {
  db: Db;
  /** Logs rows that could not be written yet. */
  log: { warn(about: object, message: string): void } | undefined;
  /** Called after each commit of rows. */
  onWritten: () => void;
}

/** Writes rows in batches. Rows that find no space on the disk wait in memory. */
export function auditWriter({ db, log, onWritten }: Deps) {
  let batch: repo.NewAuditRow[] = [];
  let writing: Promise<void> | undefined;
  let lastBatch = -BATCH_INTERVAL;
  const unfinished = new Set<Promise<void>>();
  let pending: repo.NewAuditRow[] = [];
  let retryTimer: NodeJS.Timeout | undefined;

  async function insert(handle: Db, rows: readonly repo.NewAuditRow[]): Promise<void> {
    await repo.insert(handle, rows);
    readContext(handle).afterCommit(onWritten);
  }

  async function writeBatch(): Promise<void> {
    await pause(Math.max(0, lastBatch + BATCH_INTERVAL - performance.now()));
    lastBatch = performance.now();
    writing = undefined;
    const rows = batch;
    batch = [];
    await insert(db, rows);
  }

  /** Tracks unfinished writes for flush. */
  function track(write: Promise<void>): Promise<void> {
    unfinished.add(write);
    const end = () => void unfinished.delete(write);
    write.then(end, end);
    return write;
  }

  function addToBatch(row: repo.NewAuditRow): Promise<void> {
    batch.push(row);
    writing ??= track(writeBatch());
    return writing;
  }

  /** Writes pending rows; retries later if the disk is still full. */
  async function writePending(): Promise<void> {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    try {
      while (pending.length > 0) {
        await insert(db, pending.slice(0, BATCH_SIZE));
        pending = pending.slice(BATCH_SIZE);
      }
    } catch {
      scheduleRetry();
    }
  }

  function scheduleRetry(): void {
    retryTimer ??= setTimeout(() => void writePending(), RETRY_INTERVAL).unref();
  }

  return {
    insert,

    /** Adds a row to the next batch. Resolves when it is durable. */
    add: addToBatch,

    async addEvenWithoutSpace(row: repo.NewAuditRow): Promise<void> {
      try {
        await addToBatch(row);
      } catch (error) {
        if (!isDiskFull(error) || pending.length >= MAX_PENDING) throw error;
        pending.push(row);
        log?.warn({ audit: row }, 'no space for an audit row: it waits in memory');
        scheduleRetry();
      }
    },

    /** Writes everything collected and pending. */
    async flush(): Promise<void> {
      await Promise.allSettled([...unfinished]);
      await writePending();
      clearTimeout(retryTimer);
    },
  };
}
