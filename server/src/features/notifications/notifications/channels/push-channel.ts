import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import type { Db } from '../../../../platform/db/tables.ts';
import { inLanguage } from '../../../../platform/http/requests/language.ts';
import { PermanentFailure, PostponedError } from '../../../../platform/jobs/job.ts';
import {
  type Pusher,
  PushGoneError,
  PushRefusedError,
  PushTimeoutError,
  type Subscription,
} from '../../../../platform/push/web-push.ts';
import { type Channel, MAX_AGE, RecipientGoneError } from '../delivery.ts';
import * as subscriptions from '../push-subscriptions/push-subscriptions.repo.ts';
import { isAboutResults } from '../wordings.ts';
import { CONCURRENCY, randomDelay, runningAttempts, silentSubscriptions } from './push-attempts.ts';
import { composePush } from './push-text.ts';

interface Deps {
  readonly pusher: Pusher;
  readonly countUnseen: (partnerId: string) => Promise<number>;
  readonly now: () => number;
}

interface Target extends Subscription {
  readonly partnerId: string;
  readonly language: ChosenLanguage;
}

/** Push messages to the browsers of partners; a recipient is a subscription. */
export function pushChannel({ pusher, countUnseen, now }: Deps): Channel<Target> {
  const attempts = runningAttempts();
  const silence = silentSubscriptions(now);
  return {
    concurrency: CONCURRENCY,

    findPartner: async (db, id) => (await subscriptions.find(db, id))?.partner_id,

    async findTarget(db, id) {
      const row = await subscriptions.findActive(db, id, pusher.publicKey);
      if (!row) return undefined;
      const {
        partner_id: partnerId,
        endpoint,
        public_key: publicKey,
        auth_secret: authSecret,
      } = row;
      return { partnerId, endpoint, publicKey, authSecret, language: row.language ?? 'az' };
    },

    async send({ id, createdAt, ...about }, to, options) {
      const { host } = new URL(to.endpoint);
      const end = attempts.begin(to.partnerId, host);
      if (!end) throw new PostponedError('the partner or host is busy', randomDelay());
      const message = {
        ttl: Math.max(60, Math.round((createdAt + MAX_AGE - now()) / 1000)),
        urgency: isAboutResults(about.kind) ? ('high' as const) : ('normal' as const),
        topic: id.replaceAll('-', ''),
      };
      try {
        const unseen = String(await countUnseen(to.partnerId));
        const text = inLanguage(to.language, () => composePush(about));
        const payload = { ...text, tag: id, unseen };
        await pusher.send(to, { ...message, payload }, options);
        silence.recordAnswer(to.endpoint);
      } catch (error) {
        if (error instanceof PushTimeoutError && silence.recordTimeout(to.endpoint))
          throw new RecipientGoneError('PUSH silent');
        if (error instanceof PushGoneError) throw new RecipientGoneError(error.message);
        if (error instanceof PushRefusedError) throw new PermanentFailure(error.message);
        throw error;
      } finally {
        end();
      }
    },

    forget: (tx: Db, id: string) => subscriptions.remove(tx, id),
  };
}
