import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import { createContext, type PointerEvent, useContext } from 'react';
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
