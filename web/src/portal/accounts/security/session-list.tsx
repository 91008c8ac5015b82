import type { OwnSession } from '@deqiq/contract/people/sessions.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/people/session-list.js';
import * as sessionMessages from '@deqiq/messages/people/sessions.js';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { endOtherSessions, endSession, sessionsQuery } from '../../../api/people/sessions.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { type Confirmation, confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { ErrorPanel, Loader } from '../../../ui/page/page-states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** Row key of all other sessions while they are being ended. */
const OTHERS = 'others';

/** The sessions of a user, with buttons to end one session or all others. */
export function SessionList({ area }: { area: Role }) {
  const headingId = useId();
  const query = useQuery(sessionsQuery(area));
  const { ending, endAfter } = useEnding();
  const sessions = query.data;
  const others = sessions?.filter(({ current }) => !current) ?? [];

  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id={headingId} className="text-title">
            {texts.title()}
          </h2>
          {sessions && (
            <p className="mt-1 text-desk text-muted">
              {others.length > 0 ? texts.hint() : texts.onlyThis()}
            </p>
          )}
        </div>
        {others.length > 0 && (
          <Button
            variant="outline"
            busy={ending === OTHERS}
            onClick={() =>
              void endAfter(askEndOthers(others.length), OTHERS, async () => {
                await endOtherSessions(area);
                return sessionMessages.othersEnded();
              })
            }
          >
            {texts.endOthers()}
          </Button>
        )}
      </div>
      {query.isPending && <Loader />}
      {query.isError && (
        <ErrorPanel
          compact={sessions !== undefined}
          message={describeError(query.error, texts.failed())}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <Row
              key={session._id}
              session={session}
              busy={ending === session._id}
              onEnd={(device) =>
                void endAfter(askEnd(device), session._id, async () => {
                  await endSession(area, session);
                  return sessionMessages.ended();
                })
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  session: OwnSession;
  busy: boolean;
  onEnd: (device: string) => void;
}

const momentInOneLine = (moment: string) => formatMoment(moment).replaceAll(' ', '\u00a0');

function Row({ session, busy, onEnd }: RowProps) {
  const { current, address, createdAt, lastUsedAt } = session;
  const device = session.device ?? texts.unknownDevice();
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-3 not-first:border-t">
      <Icon size={22} aria-hidden="true" className="shrink-0 text-accent max-sm:self-start" />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
          {device}
          {current && <StatusBadge tone="success">{texts.current()}</StatusBadge>}
        </p>
        <p className="text-desk text-muted tabular-nums">
          {texts.lastUsed({ when: momentInOneLine(lastUsedAt) })}
        </p>
        <p className="flex flex-wrap gap-x-3 text-desk text-muted tabular-nums">
          <span>{texts.signedIn({ when: momentInOneLine(createdAt) })}</span>
          {address && <span className="wrap-anywhere">{address}</span>}
        </p>
      </div>
      {!current && (
        <Button
          variant="outline"
          size="sm"
          busy={busy}
          aria-label={texts.endLabel({ device })}
          onClick={() => onEnd(address ? `${device}, ${address}` : device)}
        >
          {texts.end()}
        </Button>
      )}
    </li>
  );
}

const askEnd = (device: string): Confirmation => ({
  title: texts.endTitle(),
  text: texts.endText({ device }),
  confirm: texts.endConfirm(),
});

const askEndOthers = (count: number): Confirmation => ({
  title: texts.endOthersTitle(),
  text: texts.endOthersText({ count }),
  confirm: texts.endOthersConfirm(),
});

/** Asks for confirmation, ends the sessions, and shows the result; one request at a time. */
function useEnding() {
  const [ending, setEnding] = useState<string>();

  async function endAfter(ask: Confirmation, what: string, end: () => Promise<string>) {
    if (ending !== undefined || !(await confirm(ask))) return;
    setEnding(what);
    try {
      toast.success(await end());
    } catch (error) {
      void showError(describeError(error, texts.endFailed()));
    } finally {
      setEnding(undefined);
    }
  }
  return { ending, endAfter };
}
