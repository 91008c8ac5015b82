import type { LedgerReason } from '../../../platform/db/tables/partners.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { isoNow } from '../../../platform/time.ts';
import * as repo from './ledger.repo.ts';

export interface Posting extends repo.Change {
  readonly actor: Actor;
  readonly partnerId: string;
  readonly reason: LedgerReason;
  readonly paymentId?: string;
}

export type LedgerService = ReturnType<typeof ledgerService>;

/** The only writer of partners' balances and patient counts: each change has a ledger row. */
export function ledgerService({ db, now }: { db: Db; now: () => number }) {
  return {
    /** Posts in the caller's transaction. Returns undefined without a partner or if a figure would leave its bounds. */
    async post(tx: Db, { actor, partnerId, reason, paymentId, ...change }: Posting) {
      const figures = await repo.change(tx, partnerId, change);
      if (!figures) return undefined;
      await repo.appendEntry(tx, {
        partner_id: partnerId,
        at: isoNow(now),
        role: actor.role,
        person_id: actor.personId,
        reason,
        payment_id: paymentId ?? null,
      });
      return figures;
    },

    /** A live partner's figures; undefined if it does not exist. */
    figures: (partnerId: string, handle: Db = db) => repo.findFigures(handle, partnerId),

    sumChangesSince: (at: string) => repo.sumChangesSince(db, at),
  };
}
