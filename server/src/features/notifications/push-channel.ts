import type { Db } from '../../platform/db/tables.ts';
import { PermanentFailure } from '../../platform/jobs/job.ts';
import {
  type Pusher,
  PushGoneError,
  PushRefusedError,
  type Subscription,
} from '../../platform/push/web-push.ts';
import { type Channel, MAX_AGE, RecipientGoneError } from './delivery.ts';
import * as devices from './devices.repo.ts';
import { composePush } from './push-text.ts';

interface Deps {
  readonly pusher: Pusher;
  /** How many results the partner has not opened. */
  readonly countUnseen: (partnerId: string) => Promise<number>;
  readonly now: () => number;
}

interface Target extends Subscription {
  readonly partnerId: string;
}

/** Push messages to the browsers of partners; a recipient is a subscription. */
export function pushChannel({ pusher, countUnseen, now }: Deps): Channel<Target> {
  return {
    concurrency: 4,

    findPartner: async (db, id) => (await devices.find(db, id))?.partner_id,

    async findTarget(db, id) {
      const row = await devices.findActive(db, id, pusher.publicKey);
      if (!row) return undefined;
      const { endpoint, public_key: publicKey, auth_secret: authSecret } = row;
      return { partnerId: row.partner_id, endpoint, publicKey, authSecret };
    },

    async send({ id, kind, objects, createdAt }, to, options) {
      const unseen = String(await countUnseen(to.partnerId));
      const message = {
        payload: { ...composePush(kind, objects), tag: id, unseen },
        ttl: Math.max(60, Math.round((createdAt + MAX_AGE - now()) / 1000)),
        urgency: kind === 'result' ? ('high' as const) : ('normal' as const),
        topic: id.replaceAll('-', ''),
      };
      try {
        await pusher.send(to, message, options);
      } catch (error) {
        if (error instanceof PushGoneError) throw new RecipientGoneError(error.message);
        if (error instanceof PushRefusedError) throw new PermanentFailure(error.message);
        throw error;
      }
    },

    forget: (tx: Db, id: string) => devices.remove(tx, id),
  };
}
