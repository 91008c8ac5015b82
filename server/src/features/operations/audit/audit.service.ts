import { randomBytes } from 'node:crypto';
import { readContext } from '../../../platform/db/database-context.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { isDiskFull } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow, MINUTE } from '../../../platform/time.ts';
import * as repo from './audit.repo.ts';
import type { AuditEntry } from './audit-entry.ts';
import { auditTally } from './tally.ts';

/** Milliseconds for which rows are collected into one commit. */
const BATCH_DELAY = 20;

/** Max rows of views that wait in memory while the disk is full, and milliseconds between retries. */
const MAX_PENDING = 10_000;
const RETRY_INTERVAL = 1_000;

/** Rows per statement. */
const BATCH_SIZE = 500;

export type AuditService = ReturnType<typeof auditService>;

interface Deps {
  db: Db;
  now: () => number;
  /** Logs rows that could not be written yet. */
  log?: { warn(about: object, message: string): void };
  /** Called after each commit of rows. */
  onWritten?: () => void;
}

/** The append-only record of who did what. Events within a few milliseconds share one commit. */
export function auditService({ db, now, log, onWritten = () => {} }: Deps) {
  let batch: repo.NewAuditRow[] = [];
  let writing: Promise<void> | undefined;
  const unfinished = new Set<Promise<void>>();
  let pending: repo.NewAuditRow[] = [];
  let retryTimer: NodeJS.Timeout | undefined;

  async function insert(handle: Db, rows: readonly repo.NewAuditRow[]): Promise<void> {
    await repo.insert(handle, rows);
    readContext(handle).afterCommit(onWritten);
  }

  async function writeBatch(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BATCH_DELAY));
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

  function toRow(entry: AuditEntry): repo.NewAuditRow {
    const address = entry.actor?.address ?? entry.address ?? null;
    return {
      id: newId(),
      at: isoNow(now),
      role: entry.actor?.role ?? null,
      person_id: entry.actor?.personId ?? null,
      action: entry.action,
      object: entry.object,
      object_id: entry.objectId ?? null,
      address,
      address_salt: address === null ? null : randomBytes(16).toString('base64url'),
      result: entry.result,
      detail: entry.detail ?? null,
    };
  }

  /** Records without failing the caller; a row that cannot be written is logged. */
  function recordInBackground(entry: AuditEntry): void {
    const row = toRow(entry);
    addToBatch(row).catch((error: unknown) => {
      log?.warn({ audit: row, err: error }, 'an audit row could not be written');
    });
  }

  const refusals = auditTally(recordInBackground, {
    windowMs: MINUTE,
    period: 'within a minute',
    maxKeys: 60,
  });
  // Readers are signed in: there are few keys per person.
  const reads = auditTally(recordInBackground, {
    windowMs: 60 * MINUTE,
    period: 'within an hour',
    maxKeys: 10_000,
  });

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
      return insert(tx, [toRow(detail === undefined ? entry : { ...entry, detail })]);
    },

    /** Records any entry in the caller's transaction. */
    recordEntry: (tx: Db, entry: AuditEntry) => insert(tx, [toRow(entry)]),

    /** Records an event that changes no other row, such as a sign-in. Resolves when the row is durable. */
    recordEvent: (entry: AuditEntry): Promise<void> => addToBatch(toRow(entry)),

    /**
     * Records a view. With a full disk the picture is shown nevertheless: the row is logged and waits in
     * memory until there is space.
     */
    async recordView(entry: AuditEntry): Promise<void> {
      const row = toRow(entry);
      try {
        await addToBatch(row);
      } catch (error) {
        if (!isDiskFull(error) || pending.length >= MAX_PENDING) throw error;
        pending.push(row);
        log?.warn({ audit: row }, 'no space for an audit row: it waits in memory');
        scheduleRetry();
      }
    },

    /** Records a rejected request; repeats of a key within a minute share a row. */
    noteRefusal: refusals.note,

    /** Records reading a list of patients; repeats of a key within an hour share a row. */
    noteRead: reads.note,

    /** Writes everything collected and pending; called when the process ends. */
    async flush(): Promise<void> {
      refusals.endWindow();
      reads.endWindow();
      await Promise.allSettled([...unfinished]);
      await writePending();
      clearTimeout(retryTimer);
    },
  };
}
