import type { Db } from '../../platform/db/tables.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import * as repo from './results.repo.ts';

interface Deps {
  notifications: Pick<NotificationsService, 'notify'>;
  now: () => number;
}

export type ResultsService = ReturnType<typeof resultsService>;

/** Results: completed checkups with an X-ray, and whether their partner has opened them. */
export function resultsService({ notifications, now }: Deps) {
  return {
    /** Records a result and notifies its partner, in the transaction that completes the checkup. Repeatable. */
    async markReady(tx: Db, checkup: { readonly id: string; readonly partnerId: string }) {
      const { id, partnerId } = checkup;
      const ready_at = new Date(now()).toISOString();
      await repo.insert(tx, { checkup_id: id, partner_id: partnerId, ready_at });
      await notifications.notify(tx, { kind: 'result', objectId: id, partnerId });
    },
  };
}
