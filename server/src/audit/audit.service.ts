import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@deqiq/contract/auth.ts';
import type { Db } from '../db/tables.ts';
import * as repo from './audit.repo.ts';

/** Milliseconds in which rows are gathered into one commit. */
const GATHER = 20;

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

/** The append-only record of who did what. Rows that come close together share one commit. */
export function auditService({ db, now = Date.now }: { db: Db; now?: () => number }) {
  let gathered: repo.AuditRow[] = [];
  let writing: Promise<void> | undefined;

  async function writeSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER));
    writing = undefined;
    const rows = gathered;
    gathered = [];
    await repo.insert(db, rows);
  }

  const rowOf = (entry: AuditEntry): repo.AuditRow => ({
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

  return {
    /** Part of the transaction that makes the change: both are kept, or neither. */
    recordIn: (tx: Db, entry: AuditEntry) => repo.insert(tx, [rowOf(entry)]),

    /** For what changes nothing else: a sign-in, a view. Resolves when the row is durable. */
    record(entry: AuditEntry): Promise<void> {
      gathered.push(rowOf(entry));
      writing ??= writeSoon();
      return writing;
    },

    /** Waits for what is still being gathered; for the end of the process. */
    flush: async (): Promise<void> => writing,
  };
}
