import type { ProviderReply } from '../providers/provider-request.ts';
import type { FailureReason, RefusalReason, SendResult } from './message-channel.ts';

/** The provider has taken the message. */
export const accepted = (id: string): SendResult => ({ kind: 'accepted', id });

/** The provider refuses this message permanently. */
export const refused = (reason: RefusalReason): SendResult => ({ kind: 'refused', reason });

/** The provider said that it has not taken the message, for now. */
export const failed = (reason: FailureReason, retryAfter?: number): SendResult => ({
  kind: 'failed',
  reason,
  mayHaveArrived: false,
  ...(retryAfter !== undefined && { retryAfter }),
});

/** The provider has the message and said nothing that can be read. */
export const uncertain: SendResult = {
  kind: 'failed',
  reason: 'unavailable',
  mayHaveArrived: true,
};

/** Statuses of a server that did not process the request. */
const UNTOUCHED = { signIn: [401, 403, 407], busy: [408, 425, 429], away: [404, 405, 503] };

/**
 * The result that follows from the transport alone; undefined for a 2xx, whose body decides. Other statuses, such as 500 and
 * 502, come from a server that may have taken the message before.
 */
export function readTransport(reply: ProviderReply): SendResult | undefined {
  if (reply.kind === 'failure')
    return { kind: 'failed', reason: reply.reason, mayHaveArrived: reply.isSent };
  const { status, retryAfter } = reply;
  if (status >= 200 && status < 300) return undefined;
  if (UNTOUCHED.signIn.includes(status)) return failed('sign-in', retryAfter);
  if (UNTOUCHED.busy.includes(status)) return failed('too-many', retryAfter);
  if (UNTOUCHED.away.includes(status)) return failed('unavailable', retryAfter);
  return status >= 500 ? uncertain : failed('unavailable', retryAfter);
}
