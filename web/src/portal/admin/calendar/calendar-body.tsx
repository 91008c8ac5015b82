import * as texts from '@deqiq/messages/office/calendar.js';
import { type RefObject, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { type CalendarAddress, nameDays } from './address/use-calendar-address.ts';
import { CalendarActionsProvider, useStableActions } from './calendar-actions.ts';
import type { OpenedInCalendar } from './calendar-dialogs.tsx';
import { DayList } from './day/day-list.tsx';
import { CalendarGrid, nameColumn } from './grid/calendar-grid.tsx';
import { ProposalBar } from './planner/proposal-bar.tsx';
import { ProposalCard } from './planner/proposal-card.tsx';
import { type Planner, usePlanner } from './planner/use-planner.ts';
import type { useCalendar } from './use-calendar.ts';
import { WAITING_ID, WaitingList } from './waiting/waiting-list.tsx';

type CalendarBodyProps = {
  calendar: ReturnType<typeof useCalendar>;
  address: CalendarAddress;
  isPhone: boolean;
  onShow: (to: Partial<CalendarAddress>) => void;
  onOpen: (opened: OpenedInCalendar) => void;
};

/** The grid, on a phone the list of one machine, and the referrals without a time beside it. */
export function CalendarBody({ calendar, address, isPhone, onShow, onOpen }: CalendarBodyProps) {
  const { columns, kinds, range } = calendar;
  const grid = useRef<HTMLElement>(null);
  const planner = usePlanner({
    grid,
    columns,
    kinds,
    range,
    onUnclear: ({ subject, column, start }) =>
      onOpen({
        dialog: 'booking',
        preset: { subject, device: column.machine._id, day: column.day, start },
      }),
  });
  const actions = useStableActions({
    openDetails: (appointment) => onOpen({ dialog: 'details', appointment }),
    openDay: (day) => onShow({ day, view: 'day' }),
    openBooking: (column, start) => {
      const subject = planner.proposal?.subject;
      planner.clear();
      onOpen({
        dialog: 'booking',
        preset: { subject, device: column.machine._id, day: column.day, start },
      });
    },
    startMove: planner.startMove,
    startDrag: planner.startDrag,
  });
  const selected = planner.proposal?.subject;
  const [first] = columns;
  return (
    <CalendarActionsProvider value={actions}>
      <div className="relative grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Button
          variant="outline"
          size="sm"
          onClick={() => document.getElementById(WAITING_ID)?.focus()}
          className="not-focus:sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
        >
          {texts.toWaiting()}
        </Button>
        {isPhone ? (
          first && <DayList column={first} kinds={kinds} />
        ) : (
          <PlannedGrid grid={grid} calendar={calendar} address={address} planner={planner} />
        )}
        <WaitingList
          selected={selected?.type === 'referral' ? selected.referral._id : undefined}
          isDraggable={!isPhone}
          onSelect={(referral) => {
            const subject = { type: 'referral', referral } as const;
            if (isPhone) onOpen({ dialog: 'booking', preset: { subject, day: address.day } });
            else planner.select(subject);
          }}
          onDrag={(event, referral) => planner.startDrag(event, { type: 'referral', referral })}
          onAccept={(referral) => onOpen({ dialog: 'accept', referral })}
        />
      </div>
    </CalendarActionsProvider>
  );
}

type PlannedGridProps = Pick<CalendarBodyProps, 'calendar' | 'address'> & {
  grid: RefObject<HTMLElement | null>;
  planner: Planner;
};

function PlannedGrid({ grid, calendar, address, planner }: PlannedGridProps) {
  const { columns, kinds, range, isStale } = calendar;
  const { proposal, isDragged, isSaving } = planner;
  const { view, day } = address;
  const keysId = useId();
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] content-start">
      <ProposalBar
        id={keysId}
        proposal={isDragged ? undefined : proposal}
        column={proposal ? nameColumn(proposal.column, view) : ''}
        isSaving={isSaving}
        onBook={() => void planner.confirm()}
        onCancel={planner.cancel}
      />
      <CalendarGrid
        ref={grid}
        label={nameDays(address)}
        columns={columns}
        day={day}
        view={view}
        kinds={kinds}
        range={range}
        isLoading={isStale}
        proposal={
          proposal && {
            index: columns.findIndex(({ key }) => key === proposal.column.key),
            content: (
              <ProposalCard
                proposal={proposal}
                range={range}
                isDragged={isDragged}
                isSaving={isSaving}
                describedBy={keysId}
                onKeyDown={planner.onKeyDown}
              />
            ),
          }
        }
      />
    </div>
  );
}
