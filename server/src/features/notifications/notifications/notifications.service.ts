import type { ResultTrace } from '@deqiq/contract/examinations/results.ts';
import type {
  NotificationSettings,
  NotifiedEvent,
  SetNotifications,
} from '@deqiq/contract/notifications/notifications.ts';
import { RESET_CODE_MINUTES } from '@deqiq/contract/people/password-resets/password-resets.ts';
import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import * as notificationMessages from '@deqiq/messages/notifications/notifications.js';
import * as resetMessages from '@deqiq/messages/people/password-resets.js';
import type { MailSettings } from '../../../config.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { inLanguage } from '../../../platform/http/requests/language.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Mailer } from '../../../platform/mail/smtp.ts';
import type { Pusher } from '../../../platform/push/web-push.ts';
import { iso, MINUTE } from '../../../platform/time.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import { emailChannel } from './channels/email-channel.ts';
import { writeMail } from './channels/mail-text.ts';
import { pushChannel } from './channels/push-channel.ts';
import { deliveryHandler } from './delivery.ts';
import * as events from './message-events.repo.ts';
import * as outbox from './outbox.repo.ts';
import * as subscriptions from './push-subscriptions/push-subscriptions.repo.ts';
import * as settings from './settings.repo.ts';

interface Deps {
  db: Db;
  jobs: Pick<JobQueue, 'handle' | 'enqueue'>;
  mail: MailSettings | undefined;
  /** Sends with these settings. */
  mailer: Mailer | undefined;
  pusher: Pusher;
  countUnseen: (partnerId: string) => Promise<number>;
  siteUrl: string;
  audit: Pick<AuditService, 'record'>;
  now: () => number;
}

/** Milliseconds in which further results join a message. */
export const RESULT_WINDOW = 2 * MINUTE;

export type NotificationsService = ReturnType<typeof notificationsService>;

/** Messages to partners and staff: recorded with the change, delivered by jobs. See docs/decisions/messages.md. */
export function notificationsService(deps: Deps) {
  const { db, jobs, mail, mailer, pusher, countUnseen, siteUrl, audit, now } = deps;
  const emails = emailChannel({ mailer, staff: mail?.staff, siteUrl });
  jobs.handle('send-email', deliveryHandler({ db, now }, emails));
  jobs.handle('send-push', deliveryHandler({ db, now }, pushChannel({ pusher, countUnseen, now })));

  async function readSettings({ personId }: Actor): Promise<NotificationSettings> {
    const { email, push } = await settings.find(db, personId);
    return { email: { isAvailable: mail !== undefined, isOn: email }, push: { isOn: push } };
  }

  /** Records the event in the transaction of the change; once per event and recipient. */
  async function notify(tx: Db, event: NotifiedEvent): Promise<void> {
    const { partnerId } = event;
    if (mail && (partnerId !== undefined || mail.staff !== undefined))
      await addToOutbox(deps, tx, event, {
        channel: 'email',
        recipient: partnerId ?? outbox.STAFF,
      });
    if (partnerId === undefined) return;
    for (const recipient of await subscriptions.listActive(tx, partnerId))
      await addToOutbox(deps, tx, event, { channel: 'push', recipient });
  }

  return {
    getSettings: readSettings,

    /** Also counts for messages that wait. */
    async setSettings(actor: Actor, { byEmail, byPush }: SetNotifications) {
      await db.transaction().execute(async (tx) => {
        await settings.set(tx, actor.personId, { email: byEmail, push: byPush });
        await audit.record(tx, actor, 'change', 'notifications', actor.personId);
      });
      return { ...(await readSettings(actor)), message: notificationMessages.saved() };
    },

    /** The messages about an event of a partner, and whether there can be an e-mail. */
    async findMessages(
      event: Pick<NotifiedEvent, 'kind' | 'objectId'>,
    ): Promise<Pick<ResultTrace, 'isEmailAvailable' | 'message' | 'pushedAt'>> {
      const row = await outbox.findMailAbout(db, event);
      return {
        isEmailAvailable: mail !== undefined,
        message: row ? present(row) : null,
        pushedAt: await outbox.findPushedAt(db, event),
      };
    },

    /** Forgets an event that was undone: a message that waits does not mention it, and it can be announced again. */
    withdraw: (tx: Db, event: Pick<NotifiedEvent, 'kind' | 'objectId'>): Promise<void> =>
      events.removeEventsAbout(tx, event),

    /** Sends the newest seal of the audit to staff, once per seal. Returns the number of messages. */
    async mailAuditHead(head: string | undefined): Promise<number> {
      if (head === undefined || mail?.staff === undefined) return 0;
      await db.transaction().execute((tx) => notify(tx, { kind: 'audit-head', objectId: head }));
      return 1;
    },

    /** Whether e-mail is configured. */
    canMail: mailer !== undefined,

    /** Sends the code for a new password. `id` is that of the message over all attempts. */
    async mailPasswordCode(
      id: string,
      { email: to, language }: { email: string; language: ChosenLanguage | null },
      code: string,
      signal: AbortSignal,
    ): Promise<void> {
      const content = inLanguage(language ?? 'az', () =>
        writeMail({
          subject: resetMessages.mailSubject(),
          line: resetMessages.mailLine({ minutes: RESET_CODE_MINUTES }),
          details: [code],
          links: [],
          action: '',
          footer: resetMessages.mailFooter(),
        }),
      );
      await mailer?.send({ id, to, ...content }, { signal, beforeEnd: () => Promise.resolve() });
    },

    notify,
  };
}

/** Adds an event to a message to the recipient; only results share one, and images that joined results. */
async function addToOutbox(
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  tx: Db,
  { kind, objectId }: NotifiedEvent,
  { channel, recipient }: Pick<outbox.MessageRow, 'channel' | 'recipient'>,
): Promise<void> {
  const at = now();
  const created_at = iso(at);
  const message = { id: newId(), channel, recipient, kind, created_at };
  const isGrouped = kind === 'result' || kind === 'images';
  const id = isGrouped ? await events.findOrInsertOpen(tx, message) : message.id;
  if (!isGrouped) await outbox.insertQueued(tx, message);
  const about = { channel, recipient, kind, object_id: objectId, created_at };
  const isNew = await events.insertEvent(tx, { id: newId(), message_id: id, ...about });
  if (id !== message.id) return;
  if (!isNew) return outbox.remove(tx, id);
  const runAt = iso(at + RESULT_WINDOW);
  await jobs.enqueue(tx, { kind: `send-${channel}`, subject: id, ...(isGrouped && { runAt }) });
}

const present = ({ state, sent_at, is_confirmed }: outbox.MessageRow) =>
  ({
    state: state === 'sent' || state === 'failed' || state === 'cancelled' ? state : 'waiting',
    sentAt: sent_at,
    isConfirmed: is_confirmed === 1,
  }) as const;
