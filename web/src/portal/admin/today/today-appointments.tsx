import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/office/today.js';
import { useQuery } from '@tanstack/react-query';
import { kindsQuery } from '../../../api/referrals/kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { AppointmentBadge } from '../calendar/appointment-state.tsx';
import { arrive, canArrive, canMiss, miss } from '../calendar/calendar-changes.ts';
import { nameKindOf } from '../calendar/times/kinds.ts';
import { findPeriod } from '../calendar/times/periods.ts';
import { formatTime } from '../calendar/times/times.ts';
import { PhoneNumber } from '../list/rows/cells.tsx';
import { usePendingRows } from '../list/rows/row-action.ts';
import { TodayCard } from './today-card.tsx';

/** The appointments of the day by time. Arrived and missed are one press. */
export function TodayAppointments({ appointments }: { appointments: readonly Appointment[] }) {
  const kinds = useQuery(kindsQuery).data;
  const shown = appointments
    .filter(({ state }) => state !== 'cancelled')
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  const arrived = shown.filter(({ state }) => state === 'arrived').length;
  return (
    <TodayCard
      title={texts.appointments()}
      note={shown.length > 0 ? texts.arrivedOf({ arrived, total: shown.length }) : undefined}
      link={{ to: portalPaths.calendar, label: texts.toCalendar() }}
      empty={texts.noAppointments()}
      isEmpty={shown.length === 0}
    >
      {shown.map((appointment) => (
        <AppointmentRow
          key={appointment._id}
          appointment={appointment}
          kind={nameKindOf(kinds ?? [], appointment.kind)}
        />
      ))}
    </TodayCard>
  );
}

type AppointmentRowProps = { appointment: Appointment; kind: string };

function AppointmentRow({ appointment, kind }: AppointmentRowProps) {
  const isBusy = usePendingRows().has(appointment._id);
  const { name, phone } = appointment.who;
  return (
    <li className="flex items-center gap-x-4 px-4 py-2.5">
      <span className="w-11 shrink-0 text-desk font-medium tabular-nums">
        {formatTime(findPeriod(appointment).from)}
      </span>
      <span className="min-w-0 grow">
        <span className="block font-medium">{name}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-note text-muted">
          {kind && <span>{kind}</span>}
          <PhoneNumber>{phone}</PhoneNumber>
        </span>
      </span>
      {canArrive(appointment) ? (
        <span className="flex shrink-0 flex-col gap-2 sm:flex-row">
          {canMiss(appointment) && (
            <Button
              variant="quiet"
              size="sm"
              busy={isBusy}
              aria-label={texts.missWho({ name })}
              onClick={() => void miss(appointment)}
            >
              {texts.miss()}
            </Button>
          )}
          <Button
            data-row=""
            variant="outline"
            size="sm"
            busy={isBusy}
            aria-label={texts.arriveWho({ name })}
            onClick={() => void arrive(appointment)}
          >
            {texts.arrive()}
          </Button>
        </span>
      ) : (
        <AppointmentBadge appointment={appointment} />
      )}
    </li>
  );
}
