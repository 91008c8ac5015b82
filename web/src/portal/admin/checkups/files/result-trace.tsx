import type { ResultTrace as Trace } from '@deqiq/contract/examinations/results.ts';
import * as texts from '@deqiq/messages/office/checkup-files.js';
import { useQuery } from '@tanstack/react-query';
import { traceQuery } from '../../../../api/examinations/result-trace.ts';
import { formatMoment } from '../../../../lib/format.ts';

/** When the partner was notified of a result, and when it was first opened. */
export function ResultTrace({ checkup }: { checkup: string }) {
  const { data, isError } = useQuery(traceQuery(checkup));
  if (isError) return <p className="text-desk text-muted">{texts.historyFailed()}</p>;
  if (!data) return null;
  return (
    <dl className="grid gap-x-8 gap-y-2 text-desk sm:grid-cols-2">
      <div>
        <dt className="text-note text-muted">{texts.notified()}</dt>
        <dd>{describeMessages(data)}</dd>
      </div>
      <div>
        <dt className="text-note text-muted">{texts.firstOpened()}</dt>
        <dd>{describeOpening(data)}</dd>
      </div>
    </dl>
  );
}

function describeMessages({ isEmailAvailable, message, pushedAt }: Trace): string {
  const pushed = pushedAt === null ? [] : [texts.pushedAt({ at: formatMoment(pushedAt) })];
  if (message) return [...pushed, describeMail(message)].join('; ');
  if (pushedAt !== null) return pushed.join();
  return isEmailAvailable ? texts.noMessage() : texts.emailOff();
}

function describeMail({ state, sentAt, isConfirmed }: NonNullable<Trace['message']>): string {
  if (state !== 'sent' || sentAt === null) return mailStates[state]();
  const at = formatMoment(sentAt);
  return isConfirmed ? texts.emailedAt({ at }) : texts.emailedUnconfirmed({ at });
}

const mailStates = {
  sent: texts.emailSent,
  waiting: texts.emailWaiting,
  failed: texts.emailFailed,
  cancelled: texts.emailCancelled,
} as const;

function describeOpening({ readyAt, openedAt }: Trace): string {
  if (openedAt !== null) return formatMoment(openedAt);
  return readyAt === null ? texts.notRecorded() : texts.notYet();
}
