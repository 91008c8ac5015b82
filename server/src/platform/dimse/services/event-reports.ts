import { SECOND } from '../../time.ts';
import type { NegotiatedContext } from '../accept-pdu.ts';
import type { Association } from '../association.ts';
import { encodeEventReport } from '../command-requests.ts';
import { type Command, Status } from '../command-set.ts';
import { encodeDataSet } from '../data-set.ts';
import type { EventReport } from './service-provider.ts';

/** Milliseconds that a peer has to respond to an event. */
const RESPONSE_TIMEOUT = 10 * SECOND;

/** The highest message id (US). */
const MAX_MESSAGE_ID = 0xffff;

export type EventReports = ReturnType<typeof eventReports>;

/** Events that this side reports within an association which the peer has opened (PS3.7, 10.1.1). */
export function eventReports(association: Association) {
  /** By the id of the message. */
  const waiting = new Map<number, (isAccepted: boolean) => void>();
  let messageId = 0;
  let isClosed = false;

  return {
    /** Returns false where the peer has not accepted the event, or the association has ended. */
    async send({ id, transferSyntax }: NegotiatedContext, event: EventReport): Promise<boolean> {
      if (isClosed) return false;
      messageId = (messageId % MAX_MESSAGE_ID) + 1;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), RESPONSE_TIMEOUT);
      const current = messageId;
      waiting.set(current, resolve);
      try {
        const command = encodeEventReport({ messageId: current, ...event });
        await association.send(id, command, encodeDataSet(event.dataSet, transferSyntax));
        return await promise;
      } catch {
        return false;
      } finally {
        clearTimeout(timer);
        waiting.delete(current);
      }
    },

    /** A response of the peer. */
    receive: (command: Command): void =>
      waiting.get(command.respondsTo)?.(command.status === Status.success),

    close(): void {
      isClosed = true;
      for (const resolve of waiting.values()) resolve(false);
    },
  };
}
