import type {
  ChangeBalance,
  ChangePatients,
  FigureAction,
  PartnerStats,
  PartnerStatsQuery,
} from '@deqiq/contract/office/partner-stats.ts';
import { toManat, toQepik } from '@deqiq/contract/shared/money.ts';
import * as partnerStatsMessages from '@deqiq/messages/office/partner-stats.js';
import * as partnerMessages from '@deqiq/messages/people/partners.js';
import type { Selection } from '../../../platform/db/lists/list-query.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { TableVersions } from '../../../platform/db/versions.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { atProvider, iso } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import type { LedgerService, Posting } from '../ledger/ledger.service.ts';
import * as repo from './partner-stats.repo.ts';

interface Deps {
  db: Db;
  versions: TableVersions;
  ledger: LedgerService;
  audit: AuditService;
  now: () => number;
}

export type PartnerStatsService = ReturnType<typeof partnerStatsService>;

/** Balances and patient counts of partners, viewed and changed by staff. */
export function partnerStatsService({ db, versions, ledger, audit, now }: Deps) {
  const notFoundError = () => notFound(partnerMessages.notFound());

  async function findOrFail(id: string): Promise<PartnerStats> {
    const row = await repo.find(db, id);
    if (!row) throw notFoundError();
    return present(row);
  }

  /** Posts a change; `refusal` is the message if an existing partner’s figures would leave their bounds. */
  async function change(posting: Posting, conflictMessage: (patients: number) => string) {
    const { actor, partnerId, reason } = posting;
    await db.transaction().execute(async (tx) => {
      if (!(await ledger.post(tx, posting))) {
        const figures = await ledger.figures(partnerId, tx);
        throw figures ? conflict(conflictMessage(figures.sended_patients_count)) : notFoundError();
      }
      await audit.record(tx, actor, reason, 'partner', partnerId);
    });
    return findOrFail(partnerId);
  }

  return {
    /** Changes whenever the list would. */
    version: () => versions.of('partners'),

    /** Changes whenever the overview would, also when a month begins. */
    overviewVersion: () => `${versions.of('partners')}.${monthStart(now()).slice(0, 10)}`,

    async list({ page, limit, fullName, sort, ids }: PartnerStatsQuery & Selection) {
      const { rows, total } = await repo.list(db, { page, limit, fullName, sort, ids });
      return {
        partners: rows.map(present),
        totalPages: Math.max(1, Math.ceil(total / limit)),
      };
    },

    get: async (id: string) => ({ partner: await findOrFail(id) }),

    async overview() {
      const since = monthStart(now());
      const all = await repo.totals(db, since);
      const changes = await ledger.sumChangesSince(since);
      return {
        overview: {
          partners: all.partners,
          balance: toManat(all.balance_qepik),
          patients: all.patients,
          thisMonth: {
            partners: all.joined,
            balance: toManat(changes.balance_qepik),
            patients: changes.sended_patients_count,
          },
        },
      };
    },

    async changeBalance(actor: Actor, partnerId: string, { balance, action }: ChangeBalance) {
      const balance_qepik = adjustments[action](toQepik(balance));
      const booking = { actor, partnerId, reason: `balance-${action}`, balance_qepik } as const;
      const partner = await change(booking, () => partnerStatsMessages.balanceOutOfRange());
      return { partner, message: partnerStatsMessages.balanceUpdated() };
    },

    async changePatients(actor: Actor, partnerId: string, { count, action }: ChangePatients) {
      const sended_patients_count = adjustments[action](count);
      const reason = `patients-${action}` as const;
      const partner = await change({ actor, partnerId, reason, sended_patients_count }, (now) =>
        action === 'subtract'
          ? partnerStatsMessages.tooFewPatients({ count: now })
          : partnerStatsMessages.patientsOutOfRange(),
      );
      return { partner, message: partnerStatsMessages.patientsUpdated() };
    },

    async reset(actor: Actor, partnerId: string) {
      const zero = { balance_qepik: { set: 0 }, sended_patients_count: { set: 0 } };
      const booking = { actor, partnerId, reason: 'reset', ...zero } as const;
      const partner = await change(booking, () => partnerStatsMessages.balanceFailed());
      return { partner, message: partnerStatsMessages.reset() };
    },
  };
}

const adjustments = {
  set: (number: number) => ({ set: number }),
  add: (number: number) => ({ add: number }),
  subtract: (number: number) => ({ add: -number }),
} satisfies Record<FigureAction, (number: number) => Posting['balance_qepik']>;

const present = (row: repo.StatsRow): PartnerStats => ({
  _id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  clinicName: row.clinic_name,
  balance: toManat(row.balance_qepik),
  sendedPatientsCount: row.sended_patients_count,
  createdAt: row.created_at,
});

/** The instant at which the current month began in Baku. */
export function monthStart(now: number): string {
  const here = atProvider(now);
  const midnight = here.with({ day: 1 }).startOfDay();
  return iso(midnight.epochMilliseconds);
}
