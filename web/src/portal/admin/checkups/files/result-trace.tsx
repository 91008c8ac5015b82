import type { ResultTrace as Trace } from '@deqiq/contract/examinations/results.ts';
import { useQuery } from '@tanstack/react-query';
import { traceQuery } from '../../../../api/examinations/result-trace.ts';
import { formatMoment } from '../../../../lib/format.ts';

/** When the partner was notified of a result, and when it was first opened. */
export function ResultTrace({ checkup }: { checkup: string }) {
  const { data, isError } = useQuery(traceQuery(checkup));
  if (isError)
    return <p className="text-desk text-muted">The history of the result could not be loaded.</p>;
  if (!data) return null;
  return (
    <dl className="grid gap-x-8 gap-y-2 text-desk sm:grid-cols-2">
      <div>
        <dt className="text-note text-muted">Partner notified</dt>
        <dd>{describeMessages(data)}</dd>
      </div>
      <div>
        <dt className="text-note text-muted">First opened by the partner</dt>
        <dd>{describeOpening(data)}</dd>
      </div>
    </dl>
  );
}

function describeMessages({ isEmailAvailable, message, pushedAt }: Trace): string {
  const pushed = pushedAt === null ? [] : [`${formatMoment(pushedAt)}, by push message`];
  if (message) return [...pushed, describeMail(message)].join('; ');
  if (pushedAt !== null) return pushed.join();
  return isEmailAvailable ? 'No message' : 'Not notified: e-mail is switched off';
}

function describeMail({ state, sentAt, isConfirmed }: NonNullable<Trace['message']>): string {
  if (state === 'sent' && sentAt !== null)
    return `${formatMoment(sentAt)}, by e-mail${isConfirmed ? '' : ', not confirmed by the mail server'}`;
  return texts[state];
}

const texts = {
  sent: 'By e-mail',
  waiting: 'The e-mail is waiting to be sent',
  failed: 'The e-mail could not be delivered',
  cancelled: 'Not sent: the partner has turned e-mail off, or the result was withdrawn',
} as const;

function describeOpening({ readyAt, openedAt }: Trace): string {
  if (openedAt !== null) return formatMoment(openedAt);
  return readyAt === null ? 'Not recorded' : 'Not yet';
}
