import {
  MAX_UNOPENED,
  MAX_UNSEEN,
  type ResultTrace,
  UNOPENED_AFTER,
  type UnopenedResults,
  type UnseenResults,
} from '@deqiq/contract/examinations/results.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { iso, isoNow, MINUTE } from '../../../platform/time.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import * as repo from './results.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  notifications: Pick<NotificationsService, 'notify' | 'withdraw' | 'findMessages'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

interface ReadyCheckup {
  readonly id: string;
  readonly partnerId: string;
  readonly isFirstXray?: boolean;
}

/** For lists of checkups. */
export { becameReady, isUnseen } from './results.repo.ts';

export type ResultsService = ReturnType<typeof resultsService>;

/** Results: completed checkups with an X-ray, and whether their partner has opened them. */
export function resultsService({ db, versions, notifications, audit, now }: Deps) {
  async function withdraw(tx: Db, id: string): Promise<void> {
    await repo.remove(tx, id);
    await notifications.withdraw(tx, { kind: 'result', objectId: id });
  }

  async function listUnseen({ personId }: Actor): Promise<UnseenResults> {
    const checkups = await repo.listUnseen(db, personId, MAX_UNSEEN);
    const isComplete = checkups.length < MAX_UNSEEN;
    return { checkups, count: isComplete ? checkups.length : await repo.countUnseen(db, personId) };
  }

  const unopenedVersion = versions.memoize('result_openings', 'checkups', 'partners');

  return {
    /**
     * Records a result and notifies its partner, in the transaction that completes the checkup. Repeatable. `isFirstXray`: the
     * checkup has had none until now, or only such as were deleted; it is a new result.
     */
    async markReady(tx: Db, { id, partnerId, isFirstXray = false }: ReadyCheckup): Promise<void> {
      if (isFirstXray) await withdraw(tx, id);
      await repo.insert(tx, { checkup_id: id, partner_id: partnerId, ready_at: isoNow(now) });
      await notifications.notify(tx, { kind: 'result', objectId: id, partnerId });
    },

    /** The opposite, in the transaction that takes the last X-ray away: the next result is announced again. */
    withdraw,

    /** Notifies the partner of a result that was deleted before its message was sent, in the transaction that restores it. */
    async announceRestored(tx: Db, id: string): Promise<void> {
      const result = await repo.find(tx, id);
      if (result?.opened_at !== null) return;
      await notifications.notify(tx, {
        kind: 'result',
        objectId: id,
        partnerId: result.partner_id,
      });
    },

    /** Notifies the partner of images that joined a result, in the transaction that adds them. `objectId`: their object. */
    announceImages: (
      tx: Db,
      { objectId, partnerId }: { readonly objectId: string; readonly partnerId: string },
    ): Promise<void> => notifications.notify(tx, { kind: 'images', objectId, partnerId }),

    /** Changes whenever the list of unseen results would. */
    version: versions.memoize('result_openings', 'checkups'),

    listUnseen,

    countUnseen: (partnerId: string): Promise<number> => repo.countUnseen(db, partnerId),

    /** Changes whenever the list of unopened results would, at the latest a minute after one is due. */
    unopenedVersion: () => `${unopenedVersion()}.${Math.floor(now() / MINUTE)}`,

    /** For staff: they call the partners. */
    listUnopened: () => listUnopened(db, now),

    /** Removes the mark of a new result on every device of the partner. Repeatable. */
    async open(actor: Actor, id: string): Promise<UnseenResults> {
      if (!(await repo.hasCheckup(db, id, actor.personId)))
        throw notFound(checkupMessages.notFound());
      const result = await repo.find(db, id);
      // A write would make the next poll of every partner a full one.
      if (result?.opened_at !== null) return listUnseen(actor);
      await db.transaction().execute(async (tx) => {
        if (await repo.open(tx, id, isoNow(now)))
          await audit.record(tx, actor, 'open', 'checkup', id);
      });
      return listUnseen(actor);
    },

    /** When the partner was notified of a result, and when it was first opened. */
    async trace(id: string): Promise<ResultTrace> {
      if (!(await repo.hasCheckup(db, id))) throw notFound(checkupMessages.notFound());
      const result = await repo.find(db, id);
      return {
        ...(await notifications.findMessages({ kind: 'result', objectId: id })),
        readyAt: result?.ready_at ?? null,
        openedAt: result?.opened_at ?? null,
      };
    },
  };
}

async function listUnopened(db: Db, now: () => number): Promise<UnopenedResults> {
  const rows = await repo.listUnopened(db, iso(now() - UNOPENED_AFTER), MAX_UNOPENED + 1);
  return {
    results: rows.slice(0, MAX_UNOPENED).map((row) => ({
      checkup: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      name: row.name,
      partner: {
        _id: row.partner_id,
        firstName: row.partner_first_name,
        lastName: row.partner_last_name,
      },
      readyAt: row.ready_at,
    })),
    hasMore: rows.length > MAX_UNOPENED,
  };
}
