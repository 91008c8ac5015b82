import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@deqiq/contract/auth.ts';
import type { Db } from '../../platform/db/tables.ts';
import { isDiskFull } from '../../platform/errors.ts';
import * as repo from './audit.repo.ts';
import { auditTally } from './tally.ts';

/** Milliseconds in which rows are gathered into one commit. */
const BATCH_DELAY = 20;

/** Rows of views that wait in memory for room on the disk, and milliseconds between looks for it. */
const MAX_PENDING = 10_000;
const RETRY_INTERVAL = 1_000;

const MINUTE = 60_000;

/** Rows of one statement. */
const BATCH_SIZE = 500;

export interface AuditEntry {
  /** Who did it; null or absent for somebody unknown. */
  actor?: { role: Role; personId: string; address: string } | null;
  /** A verb: sign-in, view, download, upload, create, change, delete … */
  action: string;
  /** What kind of thing, and which. */
  object: string;
  objectId?: string;
  /** Where a request without an actor came from. */
  address?: string;
  result: 'ok' | 'refused' | 'failed';
  /** Never a secret, a token, a link or a patient's name. */
  detail?: string;
}

export type AuditService = ReturnType<typeof auditService>;

interface Deps {
  db: Db;
  now: () => number;
  /** Where it is said, too, what could not be written down yet. */
  log?: { warn(about: object, message: string): void };
}

/** The append-only record of who did what. Rows that come close together share one commit. */
export function auditService({ db, now, log }: Deps) {
  let batch: repo.AuditRow[] = [];
  let writing: Promise<void> | undefined;
  const unfinished = new Set<Promise<void>>();
  let pending: repo.AuditRow[] = [];
  let retryTimer: NodeJS.Timeout | undefined;

  async function writeBatch(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BATCH_DELAY));
    writing = undefined;
    const rows = batch;
    batch = [];
    await repo.insert(db, rows);
  }

  /** Writes that are not over yet, for flush. */
  function track(write: Promise<void>): Promise<void> {
    unfinished.add(write);
    const end = () => void unfinished.delete(write);
    write.then(end, end);
    return write;
  }

  function addToBatch(row: repo.AuditRow): Promise<void> {
    batch.push(row);
    writing ??= track(writeBatch());
    return writing;
  }

  /** Writes what is owed as soon as there is room; what does not fit is tried again later. */
  async function writePending(): Promise<void> {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    try {
      while (pending.length > 0) {
        await repo.insert(db, pending.slice(0, BATCH_SIZE));
        pending = pending.slice(BATCH_SIZE);
      }
    } catch {
      scheduleRetry();
    }
  }

  function scheduleRetry(): void {
    retryTimer ??= setTimeout(() => void writePending(), RETRY_INTERVAL).unref();
  }

  const toRow = (entry: AuditEntry): repo.AuditRow => ({
    id: randomUUIDv7(),
    at: new Date(now()).toISOString(),
    role: entry.actor?.role ?? null,
    person_id: entry.actor?.personId ?? null,
    action: entry.action,
    object: entry.object,
    object_id: entry.objectId ?? null,
    address: entry.actor?.address ?? entry.address ?? null,
    result: entry.result,
    detail: entry.detail ?? null,
  });

  /** For what must not fail because its row could not be written; what is lost stands in the log. */
  function recordInBackground(entry: AuditEntry): void {
    const row = toRow(entry);
    addToBatch(row).catch((error: unknown) => {
      log?.warn({ audit: row, err: error }, 'a row of the audit could not be written');
    });
  }

  const refusals = auditTally(recordInBackground, { windowMs: MINUTE, period: 'within a minute' });
  const reads = auditTally(recordInBackground, { windowMs: 60 * MINUTE, period: 'within an hour' });

  return {
    /**
     * Records a successful change of one object, in the caller's transaction: the change and its row are
     * committed together or not at all. `actor` is null for the operator of the machine.
     */
    record: (
      tx: Db,
      actor: AuditEntry['actor'] | null,
      action: string,
      object: string,
      objectId: string,
      detail?: string,
    ): Promise<void> => {
      const entry: AuditEntry = { actor: actor ?? null, action, object, objectId, result: 'ok' };
      return repo.insert(tx, [toRow(detail === undefined ? entry : { ...entry, detail })]);
    },

    /** Records any entry in the caller's transaction. */
    recordEntry: (tx: Db, entry: AuditEntry) => repo.insert(tx, [toRow(entry)]),

    /** For what changes nothing else: a sign-in, a view. Resolves when the row is durable. */
    recordEvent: (entry: AuditEntry): Promise<void> => addToBatch(toRow(entry)),

    /**
     * For a view: with the disk full a patient's picture is shown all the same. Its row stands in the log,
     * and waits in memory until there is room.
     */
    async recordView(entry: AuditEntry): Promise<void> {
      const row = toRow(entry);
      try {
        await addToBatch(row);
      } catch (error) {
        if (!isDiskFull(error) || pending.length >= MAX_PENDING) throw error;
        pending.push(row);
        log?.warn({ audit: row }, 'no room for a row of the audit: it waits in memory');
        scheduleRetry();
      }
    },

    /** A refused request; repeats of a key within a minute share a row. */
    noteRefusal: refusals.note,

    /** A list of patients that staff have read; repeats of a key within an hour share a row. */
    noteRead: reads.note,

    /** Waits for what is still being gathered, and writes what is owed; for the end of the process. */
    async flush(): Promise<void> {
      refusals.endWindow();
      reads.endWindow();
      await Promise.allSettled([...unfinished]);
      await writePending();
      clearTimeout(retryTimer);
    },
  };
}
