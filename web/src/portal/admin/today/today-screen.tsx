import type { Today } from '@deqiq/contract/desk/today.ts';
import { protectionSection } from '@deqiq/contract/shared/paths.ts';
import * as shellTexts from '@deqiq/messages/office/shell.js';
import * as texts from '@deqiq/messages/office/today.js';
import { useQuery } from '@tanstack/react-query';
import { Check, LogIn } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { todayQuery } from '../../../api/desk/today.ts';
import { useIsOwner, useStaffAccount } from '../../../api/people/staff.ts';
import { formatLongDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { useRowFocus } from '../../../ui/list/row-focus.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';
import { useStartPage } from '../../accounts/sign-in/start-page.ts';
import { FirstDaySteps } from './first-day.tsx';
import { listQueues } from './queues.ts';
import { TodayAppointments } from './today-appointments.tsx';
import { TodayQueueCard } from './today-queue.tsx';
import { TodayReservations } from './today-reservations.tsx';
import { TodayWaiting } from './today-waiting.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** The work of the desk on one screen, live. */
export function TodayScreen() {
  const query = useQuery(todayQuery);
  const { data, error } = query;
  const startPage = useStartPage();
  const around = useRef<HTMLDivElement>(null);
  useRowKeys(around);
  const rememberRow = useRowFocus(around, 'li');
  const isOwner = useIsOwner();
  return (
    <>
      <title>{shellTexts.pageTitle({ title: texts.title() })}</title>
      <PageHeader title={texts.title()} subtitle={data && <DayAndProtection today={data} />}>
        <Button
          variant="outline"
          aria-pressed={startPage.isToday}
          onClick={startPage.toggle}
          icon={
            startPage.isToday ? (
              <Check size={17} aria-hidden="true" />
            ) : (
              <LogIn size={17} aria-hidden="true" />
            )
          }
        >
          {startPage.isToday ? texts.startsHere() : texts.startHere()}
        </Button>
      </PageHeader>
      {!data && !error && <Loader full />}
      <QueryError query={query} failed={texts.loadFailed()} compact={data !== undefined} />
      {data && (
        // biome-ignore lint/a11y/noStaticElementInteractions: remembers which row has the focus
        <div
          ref={around}
          tabIndex={-1}
          onFocus={rememberRow}
          className="grid items-start gap-5 outline-hidden lg:grid-cols-2"
        >
          {isOwner && (
            <div className="empty:hidden lg:col-span-2">
              <FirstDaySteps isWorking={false} />
            </div>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <TodayAppointments appointments={data.appointments} />
            <TodayReservations
              reservations={data.reservations}
              total={data.counters.reservations}
            />
          </div>
          <TodayQueues today={data} />
          {isOwner && (
            <div className="empty:hidden lg:col-span-2">
              <FirstDaySteps isWorking />
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** Every queue that waits, beside the appointments. */
function TodayQueues({ today }: { today: Today }) {
  const queues = listQueues(today);
  const isRadiologist = Boolean(useStaffAccount()?.radiologist);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {queues.map((queue) => (
        <TodayQueueCard
          key={queue.name}
          queue={queue}
          takes={isRadiologist && queue.name === 'reading'}
        />
      ))}
      <TodayWaiting today={today} hasOthers={queues.length > 0} />
    </div>
  );
}

const listProtection = (): States<Today['protection']['state']> => ({
  good: { text: texts.good(), tone: 'success' },
  attention: { text: texts.attention(), tone: 'warning' },
  danger: { text: texts.danger(), tone: 'danger' },
});

/** Owners open the panel from here; a colleague tells them. */
function DayAndProtection({ today: { day, protection } }: { today: Today }) {
  const isOwner = useIsOwner();
  const { state, count } = protection;
  const sentence = count === 0 ? texts.protectedFully() : texts.protection({ count });
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{formatLongDay(day)}</span>
      <StateBadge states={listProtection()} state={state} other="" />
      {isOwner ? (
        <Link
          to={protectionSection.path}
          className="text-note text-accent-hover underline-offset-4 hover:underline pointer-coarse:min-h-11 pointer-coarse:content-center"
        >
          {sentence}
        </Link>
      ) : (
        <span className="text-note">{sentence}</span>
      )}
    </span>
  );
}
