import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import type { Db } from '../../../platform/db/tables.ts';
import { notFound } from '../../../platform/errors.ts';
import type { DepositPaymentsService } from '../deposit-payments/deposit-payments.service.ts';
import type { KindsService } from '../kinds/kinds.service.ts';

interface Deps {
  readonly kinds: Pick<KindsService, 'list' | 'get'>;
  readonly payments: Pick<DepositPaymentsService, 'isOn'>;
}

export type PublicKinds = ReturnType<typeof publicKinds>;

/** Kinds of examinations as the public sees them: without deposits where no payment page is configured. */
export function publicKinds({ kinds, payments }: Deps) {
  const offer = (kind: Kind): Kind => (payments.isOn ? kind : { ...kind, deposit: null });
  const list = async () => (await kinds.list()).kinds.map(offer);
  return {
    list,
    get: async (handle: Db, id: string) => offer(await kinds.get(handle, id)),

    /** Throws 404 where the kind is not offered. */
    async find(id: string): Promise<Kind> {
      const kind = (await list()).find(({ _id }) => _id === id);
      if (!kind) throw notFound(appointmentMessages.kindNotOffered());
      return kind;
    },
  };
}
