import { randomUUIDv7 } from 'node:crypto';
import type {
  NotificationSettings,
  NotifiedEvent,
  SetNotifications,
} from '@deqiq/contract/notifications.ts';
import type { ResultTrace } from '@deqiq/contract/results.ts';
import { notificationMessages } from '@deqiq/contract/shared/notification-messages.ts';
import type { MailSettings } from '../../config.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { type Mailer, smtpMailer } from '../../platform/mail/smtp.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { emailHandler } from './email-delivery.ts';
import * as outbox from './outbox.repo.ts';
import * as settings from './settings.repo.ts';

interface Deps {
  db: Db;
  jobs: Pick<JobQueue, 'handle' | 'enqueue'>;
  mail: MailSettings | undefined;
  /** Address of the site, for links. */
  siteUrl: string;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
  mailer?: Mailer | undefined;
}

/** Milliseconds in which further results join a message. */
export const RESULT_WINDOW = 2 * 60_000;

export type NotificationsService = ReturnType<typeof notificationsService>;

/** Messages to partners and staff: recorded with the change, delivered by jobs. See decision 0050. */
export function notificationsService({ db, jobs, mail, siteUrl, audit, now, ...more }: Deps) {
  const { mailer = mail && smtpMailer({ url: mail.smtpUrl, from: mail.from }) } = more;
  jobs.handle('send-email', emailHandler({ db, mailer, staff: mail?.staff, siteUrl, now }));

  /** Adds an event to a message of the channel; only results share one. */
  async function addToOutbox(tx: Db, event: NotifiedEvent, channel: 'email'): Promise<void> {
    const { kind, objectId, partnerId: recipient = outbox.STAFF } = event;
    const at = now();
    const created_at = new Date(at).toISOString();
    const message = { id: randomUUIDv7(), channel, recipient, kind, created_at };
    const isGrouped = kind === 'result';
    const id = isGrouped ? await outbox.findOrInsertOpen(tx, message) : message.id;
    if (!isGrouped) await outbox.insertQueued(tx, message);
    const about = { channel, recipient, kind, object_id: objectId, created_at };
    const isNew = await outbox.insertEvent(tx, { id: randomUUIDv7(), message_id: id, ...about });
    if (id !== message.id) return;
    if (!isNew) return outbox.remove(tx, id);
    const runAt = new Date(at + RESULT_WINDOW).toISOString();
    await jobs.enqueue(tx, { kind: `send-${channel}`, subject: id, ...(isGrouped && { runAt }) });
  }

  const readSettings = async ({ personId }: Actor): Promise<NotificationSettings> => ({
    email: { isAvailable: mail !== undefined, isOn: await settings.wantsEmail(db, personId) },
  });

  return {
    getSettings: readSettings,

    /** Also counts for messages that wait. */
    async setSettings(actor: Actor, { byEmail }: SetNotifications) {
      await db.transaction().execute(async (tx) => {
        await settings.setEmail(tx, actor.personId, byEmail);
        await audit.record(tx, actor, 'change', 'notifications', actor.personId);
      });
      return { ...(await readSettings(actor)), message: notificationMessages.saved };
    },

    /** The message about an event of a partner, and whether there can be one. */
    async findMessage(
      kind: NotifiedEvent['kind'],
      objectId: string,
    ): Promise<Pick<ResultTrace, 'isEmailAvailable' | 'message'>> {
      const row = await outbox.findByEvent(db, kind, objectId);
      return { isEmailAvailable: mail !== undefined, message: row ? present(row) : null };
    },

    /** Records the event in the transaction of the change; once per event and recipient. */
    async notify(tx: Db, event: NotifiedEvent): Promise<void> {
      const hasAddress = event.partnerId !== undefined || mail?.staff !== undefined;
      if (mail && hasAddress) await addToOutbox(tx, event, 'email');
    },
  };
}

const present = ({ state, sent_at, is_confirmed }: outbox.MessageRow) =>
  ({
    state: state === 'sent' || state === 'failed' || state === 'cancelled' ? state : 'waiting',
    sentAt: sent_at,
    isConfirmed: is_confirmed === 1,
  }) as const;
