import { createHash, createPublicKey } from 'node:crypto';
import {
  MAX_DEVICES,
  type PushSubscriptionFields,
  type PushSubscriptions,
} from '@deqiq/contract/notifications/notifications.ts';
import * as notificationMessages from '@deqiq/messages/notifications/notifications.js';
import type { Db } from '../../../../platform/db/tables.ts';
import { conflict, invalid, notFound } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/identity.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Pusher } from '../../../../platform/push/web-push.ts';
import { isoNow } from '../../../../platform/time.ts';
import type { AuditService } from '../../../operations/audit/audit.service.ts';
import * as settings from '../settings.repo.ts';
import * as repo from './push-subscriptions.repo.ts';

interface Deps {
  db: Db;
  pusher: Pick<Pusher, 'publicKey' | 'isAllowed'>;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

export type PushSubscriptionsService = ReturnType<typeof pushSubscriptionsService>;

/** Browsers of partners that get push messages. A subscription belongs to a session and ends with it. */
export function pushSubscriptionsService({ db, pusher, audit, now }: Deps) {
  async function list({ personId, sessionId }: Actor): Promise<PushSubscriptions> {
    const rows = await repo.listOfPartner(db, personId);
    return {
      publicKey: pusher.publicKey,
      devices: rows.map((row) => ({
        _id: row.id,
        device: row.device,
        endpointHash: createHash('sha256').update(row.endpoint).digest('base64url'),
        isCurrent: row.session_id === sessionId,
        createdAt: row.created_at,
      })),
    };
  }

  return {
    list,

    /** Adds this browser, and switches push messages on. Repeatable. */
    async add(actor: Actor, { endpoint, p256dh, auth }: PushSubscriptionFields) {
      if (!pusher.isAllowed(endpoint))
        throw invalid('endpoint', notificationMessages.subscriptionInvalid());
      if (!isPoint(p256dh)) throw invalid('p256dh', notificationMessages.subscriptionInvalid());
      const { personId, sessionId } = actor;
      await db.transaction().execute(async (tx) => {
        const isAdded = await repo.upsert(tx, {
          id: newId(),
          partner_id: personId,
          session_id: sessionId,
          endpoint,
          public_key: p256dh,
          auth_secret: auth,
          server_key: pusher.publicKey,
          created_at: isoNow(now),
        });
        if (!isAdded) throw conflict(notificationMessages.subscriptionTaken());
        const rows = await repo.listOfPartner(tx, personId);
        for (const { id } of rows.slice(MAX_DEVICES)) await repo.remove(tx, id);
        await settings.set(tx, personId, { push: true });
        await audit.record(tx, actor, 'create', 'push-device', personId);
      });
      return { ...(await list(actor)), message: notificationMessages.subscriptionAdded() };
    },

    async remove(actor: Actor, id: string) {
      await db.transaction().execute(async (tx) => {
        if (!(await repo.removeOwn(tx, actor.personId, id)))
          throw notFound(notificationMessages.subscriptionMissing());
        await audit.record(tx, actor, 'delete', 'push-device', actor.personId);
      });
      return { ...(await list(actor)), message: notificationMessages.subscriptionRemoved() };
    },

    /** At the start: after a new secret, browsers must subscribe to the new key. */
    removeOfOtherKeys: () => repo.removeOfOtherKeys(db, pusher.publicKey),
  };
}

/** Whether these bytes are a point of P-256. */
function isPoint(base64url: string): boolean {
  const bytes = Buffer.from(base64url, 'base64url');
  const x = bytes.subarray(1, 33).toString('base64url');
  const y = bytes.subarray(33).toString('base64url');
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}
