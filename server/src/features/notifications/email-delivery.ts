import type { EventKind } from '@deqiq/contract/notifications.ts';
import * as z from 'zod';
import type { Db } from '../../platform/db/tables.ts';
import { type JobHandler, PermanentFailure } from '../../platform/jobs/job.ts';
import { type Mailer, MailRefusedError, type SendOptions } from '../../platform/mail/smtp.ts';
import { composeMail } from './mail-text.ts';
import * as outbox from './outbox.repo.ts';

interface Deps {
  readonly db: Db;
  /** undefined: e-mail is off. */
  readonly mailer: Mailer | undefined;
  readonly staff: string | undefined;
  readonly siteUrl: string;
  readonly now: () => number;
}

/** Milliseconds for which a message is tried. */
const MAX_AGE = 24 * 60 * 60_000;

/** Milliseconds. */
const BACKOFF = { first: 15_000, max: 10 * 60_000 };

/** More than the back-off allows within MAX_AGE, so that restarts of the process end no message. */
const MAX_ATTEMPTS = 1_000;

/**
 * Sends a message at most once. Before its end is sent, the state becomes `finishing`; an attempt that finds this state
 * was preceded by one whose process ended, and takes the message as delivered. See decision 0050.
 */
export function emailHandler(deps: Deps): JobHandler<object> {
  const { db, now } = deps;
  const settleAs = (
    id: string,
    outcome: Omit<Parameters<typeof outbox.settle>[2], 'sent_at'>,
  ): ((tx: Db) => Promise<void>) => {
    const sent_at = outcome.state === 'sent' ? new Date(now()).toISOString() : null;
    return (tx) => outbox.settle(tx, id, { ...outcome, sent_at });
  };

  return {
    payload: z.object({}),
    concurrency: 4,
    maxAttempts: MAX_ATTEMPTS,
    backoff: BACKOFF,

    async run({ subject: id }, signal) {
      const message = await prepare(db, id);
      if (!message) return undefined;
      if (message.state === 'finishing') return settleAs(id, { state: 'sent', is_confirmed: 0 });
      if (message.state !== 'queued') return undefined;
      const to = await findAddress(deps, message.recipient);
      if (!to || !deps.mailer || message.objects.length === 0)
        return settleAs(id, { state: 'cancelled' });
      if (now() - Date.parse(message.created_at) > MAX_AGE) throw new PermanentFailure('expired');
      const kind = message.kind as EventKind;
      const content = composeMail(kind, message.objects, deps.siteUrl);
      await sendOnce(db, deps.mailer, { id, to, ...content }, signal);
      return settleAs(id, { state: 'sent', is_confirmed: 1 });
    },

    onFailed: (tx, { subject }, reason) =>
      outbox.settle(tx, subject, { state: 'failed', failure: reason }),
  };
}

/** The message, closed, with the objects that are still as it says. */
async function prepare(db: Db, id: string) {
  return db.transaction().execute(async (tx) => {
    const message = await outbox.close(tx, id);
    if (message?.state !== 'queued') return message && { ...message, objects: [] };
    const objects = await outbox.listObjects(tx, id);
    const current = await outbox.findCurrent(tx, message, objects);
    const obsolete = objects.filter((object) => !current.includes(object));
    await outbox.removeEvents(tx, id, obsolete);
    return { ...message, objects: current };
  });
}

async function findAddress({ db, staff }: Deps, recipient: string): Promise<string | undefined> {
  if (recipient === outbox.STAFF) return staff;
  const partner = await outbox.findRecipient(db, recipient);
  return partner && partner.wants_email !== 0 ? partner.email : undefined;
}

/** Of concurrent attempts, which a lost lease makes possible, one sends the end of the message. */
async function sendOnce(
  db: Db,
  mailer: Mailer,
  mail: Parameters<Mailer['send']>[0],
  signal: SendOptions['signal'],
): Promise<void> {
  let isFinishing = false;
  async function beforeEnd(): Promise<void> {
    isFinishing = await outbox.advance(db, mail.id, 'queued', 'finishing');
    if (!isFinishing) throw new Error('another attempt sends the message');
  }
  try {
    await mailer.send(mail, { signal, beforeEnd });
  } catch (error) {
    if (isFinishing) await outbox.advance(db, mail.id, 'finishing', 'queued');
    if (error instanceof MailRefusedError) throw new PermanentFailure(error.message);
    throw error;
  }
}
