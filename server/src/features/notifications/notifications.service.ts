import { randomUUIDv7 } from 'node:crypto';
import type { PartnerEventKind, StaffEventKind } from '@deqiq/contract/notifications.ts';
import type { MailSettings } from '../../config.ts';
import type { Db } from '../../platform/db/tables.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { type Mailer, smtpMailer } from '../../platform/mail/smtp.ts';
import { emailHandler } from './email-delivery.ts';
import * as outbox from './outbox.repo.ts';

interface Deps {
  db: Db;
  jobs: Pick<JobQueue, 'handle' | 'enqueue'>;
  mail: MailSettings | undefined;
  /** Address of the site, for links. */
  siteUrl: string;
  now: () => number;
  mailer?: Mailer | undefined;
}

/** Something that a partner, or staff, are notified of once. */
export type NotifiedEvent =
  | { readonly kind: PartnerEventKind; readonly objectId: string; readonly partnerId: string }
  | { readonly kind: StaffEventKind; readonly objectId: string; readonly partnerId?: never };

/** Milliseconds in which further results join a message. */
export const RESULT_WINDOW = 2 * 60_000;

export type NotificationsService = ReturnType<typeof notificationsService>;

/** Messages to partners and staff: recorded with the change, delivered by jobs. See decision 0050. */
export function notificationsService({ db, jobs, mail, siteUrl, now, ...more }: Deps) {
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

  return {
    /** Records the event in the transaction of the change; once per event and recipient. */
    async notify(tx: Db, event: NotifiedEvent): Promise<void> {
      const hasAddress = event.partnerId !== undefined || mail?.staff !== undefined;
      if (mail && hasAddress) await addToOutbox(tx, event, 'email');
    },
  };
}
