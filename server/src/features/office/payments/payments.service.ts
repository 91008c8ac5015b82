import type { OwnPayment, PaymentQuery } from '@deqiq/contract/office/payments.ts';
import { pagination } from '@deqiq/contract/shared/paging.ts';
import * as paymentMessages from '@deqiq/messages/office/payments.js';
import { toInstants } from '../../../platform/db/lists/days.ts';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { newId } from '../../../platform/ids.ts';
import { isoNow } from '../../../platform/time.ts';
import type { NotificationsService } from '../../notifications/notifications/notifications.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { LedgerService } from '../ledger/ledger.service.ts';
import { present, presentOwn } from './payments.present.ts';
import * as repo from './payments.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  ledger: LedgerService;
  notifications: Pick<NotificationsService, 'notify'>;
  audit: AuditService;
  now: () => number;
}

export type PaymentsService = ReturnType<typeof paymentsService>;

/** Payments that partners request for points, pending until staff confirm or reject them. */
export function paymentsService(deps: Deps) {
  const { db, versions, now } = deps;

  return {
    /** Changes whenever a list would; lists contain partners' names. */
    version: () => versions.of('payments', 'partners'),

    /** Changes whenever a partner's own list would. */
    ownVersion: () => versions.of('payments'),

    async list({
      page,
      limit,
      name,
      sort,
      ids,
      partner,
      status,
      gift,
      ...days
    }: PaymentQuery & Selection) {
      const conditions = gift ? [repo.isGift] : [];
      const filter = { owner: partner, status, ...toInstants(days), conditions };
      const { rows, total } = await repo.list(db, { page, limit, name, sort, ids }, filter);
      return { payments: rows.map(present), totalPages: Math.max(1, Math.ceil(total / limit)) };
    },

    async listOwn(actor: Actor, { page, limit }: { page: number; limit: number }) {
      const { rows, total } = await repo.listOfPartner(db, actor.personId, { page, limit });
      return { payments: rows.map(presentOwn), pagination: pagination(page, limit, total) };
    },

    /** Inserts a pending payment in the transaction that takes the points. */
    async request(
      tx: Db,
      requested: { partnerId: string; qepik: number; gift: string | null },
    ): Promise<string> {
      const id = newId();
      await repo.insert(tx, {
        id,
        partner_id: requested.partnerId,
        amount_qepik: requested.qepik,
        gift: requested.gift,
        status: 'pending',
        created_at: isoNow(now),
      });
      return id;
    },

    getOwn: async (id: string): Promise<OwnPayment> => presentOwn(await findOrFail(db, id)),

    async confirm(actor: Actor, id: string) {
      const payment = await settle(deps, actor, id, 'completed');
      return { payment, message: paymentMessages.confirmed() };
    },

    /** Also refunds the point. */
    async reject(actor: Actor, id: string) {
      const payment = await settle(deps, actor, id, 'rejected');
      return { payment, message: paymentMessages.rejected() };
    },
  };
}

const notFoundError = () => notFound(paymentMessages.notFound());

async function findOrFail(db: Db, id: string) {
  const row = await repo.find(db, id);
  if (!row) throw notFoundError();
  return row;
}

/** Settles a pending payment once: of concurrent calls one wins, the others throw a conflict. */
async function settle(deps: Deps, actor: Actor, id: string, to: 'completed' | 'rejected') {
  const { db, notifications, audit } = deps;
  await db.transaction().execute(async (tx) => {
    const settled = await repo.advance(tx, id, 'pending', to);
    if (!settled)
      throw (await repo.find(tx, id)) ? conflict(paymentMessages.settled()) : notFoundError();
    if (to === 'rejected') {
      const point = { partnerId: settled.partner_id, paymentId: id, qepik: settled.amount_qepik };
      if (!(await refund(deps, tx, actor, point))) throw conflict(paymentMessages.noRoom());
    }
    const kind = to === 'completed' ? 'gift-confirmed' : 'gift-rejected';
    await notifications.notify(tx, { kind, objectId: id, partnerId: settled.partner_id });
    const action = to === 'completed' ? 'confirm' : 'reject';
    await audit.record(tx, actor, action, 'payment', id);
  });
  return present(await findOrFail(db, id));
}

const refund = (
  { ledger }: Deps,
  tx: Db,
  actor: Actor,
  { partnerId, paymentId, qepik }: { partnerId: string; paymentId: string; qepik: number },
) =>
  ledger.post(tx, {
    actor,
    partnerId,
    paymentId,
    reason: 'gift-rejected',
    balance_qepik: { add: qepik },
    includeDeleted: true,
  });
