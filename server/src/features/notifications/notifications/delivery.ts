import type { EventKind } from '@deqiq/contract/notifications/notifications.ts';
import * as z from 'zod';
import type { Db } from '../../../platform/db/tables.ts';
import { type JobHandler, PermanentFailure } from '../../../platform/jobs/job.ts';
import { DAY, isoNow, MINUTE } from '../../../platform/time.ts';
import * as events from './message-events.repo.ts';
import * as outbox from './outbox.repo.ts';
import type { Subject } from './wordings.ts';

/** A message with the objects for which it is still true. */
export interface Outgoing extends Subject {
  readonly id: string;
  readonly createdAt: number;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Called when the server of the recipient has everything but the end; if it rejects, the message is not sent. */
  readonly beforeEnd: () => Promise<void>;
}

export class RecipientGoneError extends Error {}

export interface Channel<Target> {
  /** Messages sent at a time. */
  readonly concurrency: number;
  /** The partner whom a recipient is about; undefined if there is none any more. */
  findPartner(db: Db, recipient: string): Promise<string | undefined>;
  /** Where the recipient is reached now; undefined: nowhere. */
  findTarget(db: Db, recipient: string): Promise<Target | undefined>;
  /** Throws PermanentFailure where no attempt can succeed, and RecipientGoneError. */
  send(message: Outgoing, target: Target, options: SendOptions): Promise<void>;
  /** Removes a recipient that no longer exists. */
  forget?(tx: Db, recipient: string): Promise<void>;
}

interface Deps {
  readonly db: Db;
  readonly now: () => number;
}

/** Milliseconds for which a message is tried again. The first attempt may be later: nothing may have run for days. */
export const MAX_AGE = DAY;

/** Milliseconds. */
export const BACKOFF = { first: 15_000, max: 10 * MINUTE };

/** More than the back-off allows within MAX_AGE, so that restarts of the process end no message. */
export const MAX_ATTEMPTS = 1_000;

/**
 * Sends a message at most once. Before its end is sent, the state becomes `finishing`; an attempt that finds this state
 * was preceded by one whose process ended, and takes the message as delivered.
 */
export function deliveryHandler<Target>(
  { db, now }: Deps,
  channel: Channel<Target>,
): JobHandler<object> {
  const settleAs = (
    id: string,
    outcome: Omit<Parameters<typeof outbox.settle>[2], 'sent_at'>,
  ): ((tx: Db) => Promise<void>) => {
    const sent_at = outcome.state === 'sent' ? isoNow(now) : null;
    return (tx) => outbox.settle(tx, id, { ...outcome, sent_at });
  };

  return {
    payload: z.object({}),
    concurrency: channel.concurrency,
    maxAttempts: MAX_ATTEMPTS,
    backoff: BACKOFF,

    async run({ subject: id, attempt }, signal) {
      const message = await prepare(db, channel, id);
      if (!message) return undefined;
      if (message.state === 'finishing') return settleAs(id, { state: 'sent', is_confirmed: 0 });
      if (message.state !== 'queued') return undefined;
      const { recipient, objects, images } = message;
      const target = await channel.findTarget(db, recipient);
      if (!target || objects.length === 0) return settleAs(id, { state: 'cancelled' });
      const createdAt = Date.parse(message.created_at);
      if (attempt > 1 && now() - createdAt > MAX_AGE) throw new PermanentFailure('expired');
      const kind = message.kind as EventKind;
      try {
        await sendOnce(
          (from, to) => outbox.advance(db, id, from, to),
          (beforeEnd) =>
            channel.send({ id, kind, objects, images, createdAt }, target, { signal, beforeEnd }),
        );
      } catch (error) {
        if (!(error instanceof RecipientGoneError)) throw error;
        return async (tx) => {
          await settleAs(id, { state: 'failed', failure: error.message })(tx);
          await channel.forget?.(tx, recipient);
        };
      }
      return settleAs(id, { state: 'sent', is_confirmed: 1 });
    },

    onFailed: (tx, { subject }, reason) =>
      outbox.settle(tx, subject, { state: 'failed', failure: reason }),
  };
}

/** The message, closed, with the objects that are still as it says. */
async function prepare<Target>(db: Db, channel: Channel<Target>, id: string) {
  return db.transaction().execute(async (tx) => {
    const message = await outbox.close(tx, id);
    if (message?.state !== 'queued') return message && { ...message, objects: [], images: 0 };
    const objects = await events.listObjects(tx, id);
    const partner = await channel.findPartner(tx, message.recipient);
    const current = await events.findCurrent(tx, { ...message, partner }, objects);
    const obsolete = objects.filter((object) => !current.includes(object));
    await events.removeEvents(tx, id, obsolete);
    if (message.kind !== 'images') return { ...message, objects: current, images: 0 };
    return { ...message, ...(await events.countImages(tx, current)) };
  });
}

/** Changes the state of a message by compare-and-set; false if it is in another one. */
export type Advance = (
  from: 'queued' | 'finishing',
  to: 'queued' | 'finishing',
) => Promise<boolean>;

/** Of concurrent attempts, which a lost lease makes possible, one sends the end of the message. */
export async function sendOnce<Result>(
  advance: Advance,
  send: (beforeEnd: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  let finishing: Promise<boolean> | undefined;
  async function beforeEnd(): Promise<void> {
    finishing = advance('queued', 'finishing');
    if (!(await finishing)) throw new Error('another attempt sends the message');
  }
  try {
    return await send(beforeEnd);
  } catch (error) {
    // The connection may have ended during the commit.
    if (await finishing) await advance('finishing', 'queued');
    throw error;
  }
}
