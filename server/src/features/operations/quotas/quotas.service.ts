import { PARTNER_QUOTAS, type QuotaKind } from '@deqiq/contract/operations/quotas.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { TooManyError } from '../../../platform/errors.ts';
import { iso, isoNow, MINUTE } from '../../../platform/time.ts';
import * as repo from './quotas.repo.ts';

/** Milliseconds by which the clocks of racing calls and of several processes may differ. */
const CLOCK_DIFFERENCE = MINUTE;

interface Deps {
  db: Db;
  enabled: boolean;
  now: () => number;
}

/** One request of a partner: its quota and its bytes. */
export interface Consumption {
  readonly partnerId: string;
  readonly kind: Exclude<QuotaKind, 'bytes'>;
  readonly bytes: number;
}

export type QuotasService = ReturnType<typeof quotasService>;

/** Counts accepted requests of partners in the database, for all processes. The first request starts a window. */
export function quotasService({ db, enabled, now }: Deps) {
  const amounts = ({ kind, bytes }: Consumption) =>
    [
      [kind, 1],
      ['bytes', bytes],
    ] as const;

  /** Throws 429 when the partner's window of this kind is full. */
  function assertRoom(usages: readonly repo.Usage[], kind: QuotaKind, amount: number): void {
    const { max, within, message } = PARTNER_QUOTAS[kind];
    const usage = usages.find((row) => row.kind === kind);
    const wait = usage ? Date.parse(usage.window_at) + within - now() : 0;
    if (usage && wait > 0 && wait <= within + CLOCK_DIFFERENCE && Number(usage.used) + amount > max)
      throw new TooManyError(message({ max }), wait);
  }

  return {
    /** Throws 429 if the request exceeds a quota, without counting it; used before the body is read. */
    async check(consumption: Consumption): Promise<void> {
      if (!enabled) return;
      const usages = await repo.list(db, consumption.partnerId);
      for (const [kind, amount] of amounts(consumption)) assertRoom(usages, kind, amount);
    },

    /** Counts a request, or throws 429. */
    async consume(consumption: Consumption): Promise<void> {
      if (!enabled) return;
      const { partnerId } = consumption;
      const at = isoNow(now);
      await db.transaction().execute(async (tx) => {
        for (const [kind, amount] of amounts(consumption)) {
          const { max, within, message } = PARTNER_QUOTAS[kind];
          const expiredAt = iso(now() - within);
          const futureAt = iso(now() + CLOCK_DIFFERENCE);
          const claim = { partnerId, kind, amount, max, at, expiredAt, futureAt };
          if (await repo.claim(tx, claim)) continue;
          assertRoom(await repo.list(tx, partnerId), kind, amount);
          throw new TooManyError(message({ max }), within);
        }
      });
    },

    /** Uncounts a request that was counted and then rejected. */
    async refund(consumption: Consumption): Promise<void> {
      const { partnerId } = consumption;
      await db.transaction().execute(async (tx) => {
        for (const [kind, amount] of amounts(consumption))
          await repo.refund(tx, { partnerId, kind, amount });
      });
    },
  };
}
