import { randomBytes } from 'node:crypto';
import type { Db } from '../../../platform/db/tables.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow, MINUTE } from '../../../platform/time.ts';
import type * as repo from './audit.repo.ts';
import type { AuditEntry } from './audit-entry.ts';
import { auditWriter } from './audit-writer.ts';
import { auditTally } from './tally.ts';

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
  const writer = auditWriter({ db, log, onWritten });

  /** Records without failing the caller; a row that cannot be written is logged. */
  function recordInBackground(entry: AuditEntry): void {
    const row = toRow(entry, now);
    writer.add(row).catch((error: unknown) => {
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
    /** Records a change in the caller's transaction, so that both commit or none. `actor` null: the operator. */
    record: (
      tx: Db,
      actor: AuditEntry['actor'] | null,
      action: string,
      object: string,
      objectId: string,
      detail?: string,
    ): Promise<void> => {
      const entry: AuditEntry = { actor: actor ?? null, action, object, objectId, result: 'ok' };
      return writer.insert(tx, [toRow(detail === undefined ? entry : { ...entry, detail }, now)]);
    },

    /** Records any entry in the caller's transaction. */
    recordEntry: (tx: Db, entry: AuditEntry) => writer.insert(tx, [toRow(entry, now)]),

    /** Records an event that changes no other row, such as a sign-in. Resolves when the row is durable. */
    recordEvent: (entry: AuditEntry): Promise<void> => writer.add(toRow(entry, now)),

    /** Records a view. With a full disk the picture is shown; the row is logged and waits in memory. */
    async recordView(entry: AuditEntry): Promise<void> {
      await writer.addEvenWithoutSpace(toRow(entry, now));
    },

    /** Records a rejected request; repeats of a key within a minute share a row. */
    noteRefusal: refusals.note,

    /** Records reading a list of patients; repeats of a key within an hour share a row. */
    noteRead: reads.note,

    /** Writes everything collected and pending; called when the process ends. */
    async flush(): Promise<void> {
      refusals.endWindow();
      reads.endWindow();
      await writer.flush();
    },
  };
}

function toRow(entry: AuditEntry, now: () => number): repo.NewAuditRow {
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
