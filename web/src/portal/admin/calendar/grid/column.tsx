import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { memo } from 'react';
import { today } from '../../../../lib/format.ts';
import { usePendingRows } from '../../list/rows/row-action.ts';
import { useCalendarActions } from '../calendar-actions.ts';
import type { CalendarColumn } from '../calendar-columns.ts';
import { readMinute } from '../planner/use-drag.ts';
import { nameKindOf } from '../times/kinds.ts';
import { findPeriod, isOccupying, type Period, subtract } from '../times/periods.ts';
import { AppointmentCard } from './appointment-card.tsx';
import { layOut } from './lanes.ts';
import { findTop, toRem } from './measures.ts';
import { NowLine } from './now-line.tsx';

type ColumnProps = {
  column: CalendarColumn;
  /** Its accessible name. */
  name: string;
  kinds: readonly Kind[];
  range: Period;
  isNarrow: boolean;
};

/** Minutes to which a press on a free time is rounded down. */
const PRESS_STEP = 15;

/** One machine on one day: closed times, a button over everything that is free, and the appointments. */
export const Column = memo(function Column({ column, name, kinds, range, isNarrow }: ColumnProps) {
  const { openBooking } = useCalendarActions();
  const pendingRows = usePendingRows();
  return (
    <>
      {subtract(range, column.open).map((closed) => (
        <div
          key={closed.from}
          aria-hidden="true"
          className="absolute inset-x-0 bg-ink/5"
          style={{ top: findTop(closed.from, range), height: toRem(closed.to - closed.from) }}
        />
      ))}
      <button
        type="button"
        aria-label={texts.bookAt({ column: name })}
        onClick={(event) => {
          // A key and a screen reader press no height.
          const isPointer = event.detail > 0;
          const minute = readMinute(event.currentTarget, range, event.clientY);
          openBooking(column, isPointer ? findPressed(column, minute) : undefined);
        }}
        className="absolute inset-0 -outline-offset-2"
      />
      {column.day === today() && <NowLine range={range} />}
      {layOut(column.appointments).map(({ appointment, period, lane, lanes }) => (
        <AppointmentCard
          key={appointment._id}
          appointment={appointment}
          from={period.from}
          to={period.to}
          origin={range.from}
          lane={lane}
          lanes={lanes}
          kindName={nameKindOf(kinds, appointment.kind)}
          isBusy={pendingRows.has(appointment._id)}
          isNarrow={isNarrow}
        />
      ))}
    </>
  );
});

/** The quarter of an hour, or the end of the appointment in it. */
function findPressed({ appointments }: CalendarColumn, minute: number): number {
  const quarter = Math.floor(minute / PRESS_STEP) * PRESS_STEP;
  const ends = appointments.filter(isOccupying).map((each) => findPeriod(each).to);
  return Math.max(quarter, ...ends.filter((end) => end <= minute));
}
