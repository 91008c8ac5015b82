import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Secondary } from '../../list/rows/cells.tsx';
import { usePendingRows } from '../../list/rows/row-action.ts';
import { AppointmentBadge } from '../appointment-state.tsx';
import { useCalendarActions } from '../calendar-actions.ts';
import { arrive, canArrive, canMiss, miss } from '../calendar-changes.ts';
import { type CalendarColumn, nameClosing } from '../calendar-columns.ts';
import { nameKindOf } from '../times/kinds.ts';
import { findPeriod, listFreePeriods, type Period, subtract } from '../times/periods.ts';
import { findFirstMinute, formatTime } from '../times/times.ts';

type DayListProps = { column: CalendarColumn; kinds: readonly Kind[] };

type Line = { period: Period; appointment?: Appointment };

/** A day of a machine as a list, for phones: appointments, and the free times between them. */
export function DayList({ column, kinds }: DayListProps) {
  const { machine, day, open, appointments } = column;
  const free = listFreePeriods({
    open: listFuture(open, day),
    appointments,
    device: machine._id,
    day,
  });
  const lines: Line[] = [
    ...appointments.map((appointment) => ({ period: findPeriod(appointment), appointment })),
    ...free.map((period) => ({ period })),
  ].sort((one, other) => one.period.from - other.period.from);
  if (lines.length === 0)
    return (
      <p className="py-6 text-center text-desk text-muted">
        {open.length > 0 ? texts.noneOnDay() : `${machine.name}: ${nameClosing(column)}`}
      </p>
    );
  return (
    <ul aria-label={machine.name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {lines.map(({ period, appointment }) => (
        <li key={appointment?._id ?? period.from}>
          {appointment ? (
            <AppointmentLine appointment={appointment} kinds={kinds} />
          ) : (
            <FreeLine column={column} period={period} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Nothing is booked in the past here. */
function listFuture(open: readonly Period[], day: string): readonly Period[] {
  const past = { from: 0, to: findFirstMinute(day) };
  return open.flatMap((period) => subtract(period, [past]));
}

function FreeLine({ column, period }: { column: CalendarColumn; period: Period }) {
  const { openBooking } = useCalendarActions();
  return (
    <button
      type="button"
      onClick={() => openBooking(column, period.from)}
      className="flex min-h-11 w-full items-center gap-2 rounded-field border border-dashed border-line px-3.5 text-left text-desk text-muted tabular-nums hover:border-accent"
    >
      <Plus size={16} aria-hidden="true" />
      {texts.freePeriod({ from: formatTime(period.from), to: formatTime(period.to) })}
    </button>
  );
}

type AppointmentLineProps = { appointment: Appointment; kinds: readonly Kind[] };

function AppointmentLine({ appointment, kinds }: AppointmentLineProps) {
  const { openDetails } = useCalendarActions();
  const busy = usePendingRows().has(appointment._id);
  const { from, to } = findPeriod(appointment);
  const { name } = appointment.who;
  const details = useRef<HTMLButtonElement>(null);
  const act = (note: (appointment: Appointment) => Promise<void>) => {
    // The pressed button goes away; the line stays.
    details.current?.focus();
    void note(appointment);
  };
  return (
    <div className="grid gap-2.5 rounded-card border border-line bg-surface p-3.5">
      <button
        ref={details}
        type="button"
        onClick={() => openDetails(appointment)}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 text-left"
      >
        <span className="text-desk font-medium tabular-nums">{formatTime(from)}</span>
        <span className="text-desk font-medium wrap-anywhere">{name}</span>
        <AppointmentBadge appointment={appointment} />
        <span className="text-note text-muted tabular-nums">{formatTime(to)}</span>
        <Secondary>{nameKindOf(kinds, appointment.kind)}</Secondary>
      </button>
      {canArrive(appointment) && (
        <div className="flex gap-2">
          <Button
            size="sm"
            busy={busy}
            aria-label={texts.arriveOf({ name })}
            onClick={() => act(arrive)}
            className="grow"
          >
            {texts.arrive()}
          </Button>
          {canMiss(appointment) && (
            <Button
              size="sm"
              variant="outline"
              busy={busy}
              aria-label={texts.missOf({ name })}
              onClick={() => act(miss)}
              className="grow"
            >
              {texts.miss()}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
