import type {
  Counters,
  UpdateProgress,
  WorkProgress,
  WorkQueue,
} from '@deqiq/contract/desk/work-queues.ts';
import * as workQueueMessages from '@deqiq/messages/desk/work-queues.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { type AppError, conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { cachedResult } from '../../../platform/queues/concurrency.ts';
import { isoNow } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './work-queues.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

export type WorkQueuesService = ReturnType<typeof workQueuesService>;

/** Lists that staff work through: submissions of the public forms, and complaints of partners. */
export function workQueuesService({ db, versions, audit, now }: Deps) {
  const version = versions.memoize(...repo.countedTables);
  let counted: { version: string; count: () => Promise<Counters> } | undefined;

  return {
    /** Changes whenever a counter may. */
    version,

    /** Counts the entries that wait for staff: once per version, however many screens poll. */
    async count(): Promise<{ counters: Counters }> {
      const current = version();
      if (counted?.version !== current)
        counted = { version: current, count: cachedResult(() => repo.countWaiting(db)) };
      return { counters: await counted.count() };
    },

    /** Throws 409 with the current state if a colleague was faster. A repeated call succeeds. */
    update(actor: Actor, queue: WorkQueue, id: string, { version, ...input }: UpdateProgress) {
      return db.transaction().execute(async (tx) => {
        const row = await repo.find(tx, queue, id);
        if (!row) throw notFound(workQueueMessages.notFound());
        const handled_by = await repo.findUsername(tx, actor.personId);
        if (row.version === version + 1 && isSame(row, { ...input, handled_by }))
          return { progress: presentProgress(row), message: workQueueMessages.saved() };
        const handled_at = isoNow(now);
        const changed = { ...input, handled_by, handled_at, version: version + 1 };
        if (!(await repo.advance(tx, queue, { id, version }, changed)))
          throw await createConflict(tx, queue, id);
        const detail = `${row.status} to ${input.status}${input.note === row.note ? '' : ', note'}`;
        await audit.record(tx, actor, 'change', auditObjects[queue], id, detail);
        return { progress: presentProgress(changed), message: workQueueMessages.saved() };
      });
    },
  };
}

export const presentProgress = (row: repo.ProgressRow): WorkProgress => ({
  status: row.status,
  note: row.note,
  handledBy: row.handled_by,
  handledAt: row.handled_at,
  version: row.version,
});

/** 409 with the current entry, or 404 if it has been deleted since. */
async function createConflict(tx: Db, queue: WorkQueue, id: string): Promise<AppError> {
  const row = await repo.find(tx, queue, id);
  if (!row) return notFound(workQueueMessages.notFound());
  return conflict(workQueueMessages.changed(), { progress: presentProgress(row) });
}

const isSame = (
  row: repo.ProgressRow,
  other: Pick<repo.ProgressRow, 'status' | 'note' | 'handled_by'>,
): boolean =>
  row.status === other.status && row.note === other.note && row.handled_by === other.handled_by;

const auditObjects: Readonly<Record<WorkQueue, string>> = {
  reservations: 'reservation',
  partners: 'partner-application',
  contacts: 'contact-message',
  reports: 'report',
};
