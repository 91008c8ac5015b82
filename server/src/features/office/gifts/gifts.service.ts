import { GIFT_COST, type GiftId, notEnoughPoints } from '@deqiq/contract/office/gifts.ts';
import { toManat, toQepik } from '@deqiq/contract/shared/money.ts';
import * as giftMessages from '@deqiq/messages/office/gifts.js';
import * as partnerMessages from '@deqiq/messages/people/partners.js';
import type { Db } from '../../../platform/db/tables.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { LedgerService } from '../ledger/ledger.service.ts';
import type { PaymentsService } from '../payments/payments.service.ts';

interface Deps {
  db: Db;
  ledger: LedgerService;
  payments: PaymentsService;
  audit: AuditService;
}

export type GiftsService = ReturnType<typeof giftsService>;

/** Gifts for points: a request takes the point, confirmation by staff completes it. */
export function giftsService({ db, ledger, payments, audit }: Deps) {
  const qepik = toQepik(GIFT_COST);

  return {
    /** Point, payment and ledger row are written in one transaction; the last point is spent once. */
    async request(actor: Actor, gift: GiftId | null) {
      const partnerId = actor.personId;
      const { paymentId, figures } = await db.transaction().execute(async (tx) => {
        const paymentId = await payments.request(tx, { partnerId, qepik, gift });
        const figures = await ledger.post(tx, {
          actor,
          partnerId,
          reason: 'gift',
          paymentId,
          balance_qepik: { add: -qepik },
          minBalance: 0,
        });
        if (!figures) throw await refusalError(tx, partnerId);
        await audit.record(tx, actor, 'create', 'payment', paymentId);
        return { paymentId, figures };
      });
      return {
        payment: await payments.getOwn(paymentId),
        balance: toManat(figures.balance_qepik),
        message: giftMessages.requested(),
      };
    },
  };

  async function refusalError(tx: Db, partnerId: string) {
    const figures = await ledger.figures(partnerId, tx);
    return figures
      ? conflict(notEnoughPoints(GIFT_COST, toManat(figures.balance_qepik)))
      : notFound(partnerMessages.notFound());
  }
}
