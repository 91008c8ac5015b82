import { useSearchParams } from 'react-router';
import { today } from '../../../../lib/format.ts';
import { listWeek } from '../times/times.ts';
import { abbreviateDay, nameDay } from '../times/weekdays.ts';

export type CalendarView = 'day' | 'week';

export type CalendarAddress = {
  /** `YYYY-MM-DD`; a week is that of its day. */
  readonly day: string;
  readonly view: CalendarView;
  /** The id of a machine; '' for all. */
  readonly machine: string;
};

/** Day, view and machine in the address: ?day=2026-11-27&view=week&machine=… Today, a day and all machines have none. */
export function useCalendarAddress() {
  const [params, setParams] = useSearchParams();
  const address: CalendarAddress = {
    day: readDay(params.get('day')),
    view: params.get('view') === 'week' ? 'week' : 'day',
    machine: params.get('machine') ?? '',
  };

  function show(to: Partial<CalendarAddress>): void {
    const { day, view, machine } = { ...address, ...to };
    const next = new URLSearchParams();
    if (day !== today()) next.set('day', day);
    if (view !== 'day') next.set('view', view);
    if (machine) next.set('machine', machine);
    void setParams(next, { preventScrollReset: true });
  }

  return { address, show };
}

/** Today for anything that is no day. */
function readDay(text: string | null): string {
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return isDay && text ? text : today();
}

/** "Friday, 27.11.2026", or "Mon 23.11 – Sun 29.11". */
export function nameDays({ day, view }: Pick<CalendarAddress, 'day' | 'view'>): string {
  if (view === 'day') return nameDay(day);
  const week = listWeek(day);
  return `${abbreviateDay(week[0] ?? day)} – ${abbreviateDay(week[6] ?? day)}`;
}
