import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import { createContext, type PointerEvent, useContext, useEffect, useMemo, useRef } from 'react';
import type { CalendarColumn } from './calendar-columns.ts';
import type { Subject } from './planner/proposal.ts';

/** Actions of cards and columns. They never change, so that a card is rendered only when its appointment changes. */
export type CalendarActions = {
  readonly openDetails: (appointment: Appointment) => void;
  readonly openDay: (day: string) => void;
  /** A free minute was pressed. */
  readonly openBooking: (column: CalendarColumn, start: number | undefined) => void;
  readonly startMove: (subject: Subject, key: string) => void;
  readonly startDrag: (event: PointerEvent, subject: Subject, start?: number) => void;
};

const CalendarActionsContext = createContext<CalendarActions | undefined>(undefined);

export const CalendarActionsProvider = CalendarActionsContext.Provider;

export function useCalendarActions(): CalendarActions {
  const actions = useContext(CalendarActionsContext);
  if (!actions) throw new Error('No calendar around');
  return actions;
}

/** The same object for as long as the calendar is on the screen. */
export function useStableActions(actions: CalendarActions): CalendarActions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () => ({
      openDetails: (appointment) => latest.current.openDetails(appointment),
      openDay: (day) => latest.current.openDay(day),
      openBooking: (column, start) => latest.current.openBooking(column, start),
      startMove: (subject, key) => latest.current.startMove(subject, key),
      startDrag: (event, subject, start) => latest.current.startDrag(event, subject, start),
    }),
    [],
  );
}
