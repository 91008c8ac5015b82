import type { Db, LedgerReason } from '../../platform/db/tables.ts';
import type { Actor } from '../../platform/http/identity.ts';
import * as repo from './ledger.repo.ts';

export interface Posting extends repo.Change {
  readonly actor: Actor;
  readonly partnerId: string;
  readonly reason: LedgerReason;
  readonly paymentId?: string;
}

export type LedgerService = ReturnType<typeof ledgerService>;

/** The only way a partner's balance and patient count change: each change with its row in the ledger. */
export function ledgerService({ db, now }: { db: Db; now: () => number }) {
  return {
    /**
     * Inside the caller's transaction. Answers the figures afterwards; undefined, with nothing changed, when
     * there is no such partner or a figure would leave its bounds.
     */
    async post(tx: Db, { actor, partnerId, reason, paymentId, ...change }: Posting) {
      const figures = await repo.change(tx, partnerId, change);
      if (!figures) return undefined;
      await repo.appendEntry(tx, {
        partner_id: partnerId,
        at: new Date(now()).toISOString(),
        role: actor.role,
        person_id: actor.personId,
        reason,
        payment_id: paymentId ?? null,
      });
      return figures;
    },

    /** A live partner's figures, undefined when there is no such partner. */
    figures: (partnerId: string, handle: Db = db) => repo.findFigures(handle, partnerId),

    sumChangesSince: (at: string) => repo.sumChangesSince(db, at),
  };
}
