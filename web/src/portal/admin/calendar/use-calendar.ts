import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { OpeningHours } from '@deqiq/contract/referrals/booking/opening-hours.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { appointmentsQuery } from '../../../api/referrals/appointments.ts';
import type { CalendarAddress } from './address/use-calendar-address.ts';
import { createColumns, findRange } from './calendar-columns.ts';
import { listWeek } from './times/times.ts';
import { listActive, listBookable, useMachines } from './times/use-machines.ts';

const NO_APPOINTMENTS: readonly Appointment[] = [];
const CLOSED: OpeningHours = { holidays: [], machines: [] };

/** The columns of the address, and everything that they are made of. */
export function useCalendar({ day, view, machine }: CalendarAddress) {
  const days = useMemo(() => (view === 'week' ? listWeek(day) : [day]), [day, view]);
  const query = useQuery(appointmentsQuery(days[0] ?? day, days.at(-1) ?? day));
  const source = useMachines();
  const appointments = query.data ?? NO_APPOINTMENTS;
  const { machines = [], kinds = [], hours = CLOSED } = source;
  const bookable = useMemo(
    () => listBookable({ machines, kinds, hours, appointments }),
    [machines, kinds, hours, appointments],
  );
  const columns = useMemo(() => {
    const selected = bookable.filter(({ _id }) => _id === machine);
    const shown = selected.length > 0 ? selected : bookable;
    return createColumns({ machines: shown, days, hours, appointments });
  }, [bookable, machine, days, hours, appointments]);
  return {
    bookable,
    kinds,
    appointments,
    columns,
    range: useMemo(() => findRange(columns), [columns]),
    isLoaded:
      source.machines !== undefined && source.kinds !== undefined && !!source.hours && !!query.data,
    isStale: query.isPlaceholderData,
    lacks: findLack(listActive(machines).length, kinds.length),
    error: source.error ?? query.error,
    refetch: () => {
      source.refetch();
      void query.refetch();
    },
  };
}

const findLack = (machines: number, kinds: number): 'machines' | 'kinds' | undefined =>
  machines === 0 ? 'machines' : kinds === 0 ? 'kinds' : undefined;
