import type { AppointmentState } from '@deqiq/contract/referrals/appointments.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { Check, CircleSlash, Clock, UserCheck, UserX } from 'lucide-react';
import { memo } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { nameState } from '../appointment-state.tsx';
import { useCalendarActions } from '../calendar-actions.ts';
import { arrive, canArrive, canMiss, canMove, miss } from '../calendar-changes.ts';
import { isMoveKey } from '../planner/use-planner.ts';
import { formatTime } from '../times/times.ts';
import { type LaidOut, MIN_CARD_MINUTES } from './lanes.ts';
import { toRem } from './measures.ts';

/** Values without an identity of their own: an unchanged card is not rendered again. */
type AppointmentCardProps = Omit<LaidOut, 'period'> & {
  /** Minutes since midnight. */
  from: number;
  to: number;
  /** The first minute of the grid. */
  origin: number;
  /** The name of its kind; '' without one. */
  kindName: string;
  isBusy: boolean;
  /** In a narrow column only the name has room. */
  isNarrow: boolean;
};

const stateClass: Readonly<Record<AppointmentState, string>> = {
  held: 'border-dashed border-field bg-surface',
  booked: 'border-accent/40 bg-accent-soft',
  arrived: 'border-success/40 bg-success-soft',
  missed: 'border-warning/40 bg-warning-soft text-muted',
  cancelled: 'border-line bg-sunken',
};

const stateIcons = {
  held: Clock,
  booked: undefined,
  arrived: Check,
  missed: CircleSlash,
  cancelled: undefined,
};

/** Minutes from which a card has room for the examination below the name. */
const TWO_LINES = 15;

/** A card of the calendar: a press opens it, keys and the pointer move it, and two buttons note who came. */
export const AppointmentCard = memo(function AppointmentCard(props: AppointmentCardProps) {
  const { appointment, from, to, origin, lane, lanes, kindName, isBusy, isNarrow } = props;
  const { openDetails, startMove, startDrag } = useCalendarActions();
  const { who, state } = appointment;
  const time = `${formatTime(from)}–${formatTime(to)}`;
  const hasTwoLines = !isNarrow && to - from >= TWO_LINES;
  const Icon = stateIcons[state];
  const isMovable = canMove(appointment);
  const subject = { type: 'appointment', appointment } as const;
  return (
    <div
      aria-busy={isBusy || undefined}
      className="group/card absolute px-px aria-busy:opacity-50"
      style={{
        top: toRem(from - origin),
        height: toRem(Math.max(to - from, MIN_CARD_MINUTES)),
        left: `${(lane / lanes) * 100}%`,
        width: `${100 / lanes}%`,
      }}
    >
      <button
        type="button"
        data-subject={appointment._id}
        aria-label={[time, who.name, kindName, nameState(appointment)].filter(Boolean).join(', ')}
        onClick={() => openDetails(appointment)}
        onKeyDown={(event) => {
          if (!isMovable || !isMoveKey(event.key)) return;
          event.preventDefault();
          startMove(subject, event.key);
        }}
        onPointerDown={(event) => isMovable && startDrag(event, subject, from)}
        className={cx(
          'flex size-full flex-col overflow-hidden rounded-chip border px-1.5 text-left text-note leading-tight select-none hover:border-accent',
          stateClass[state],
        )}
      >
        <span className="flex items-center gap-1">
          {Icon && <Icon size={13} aria-hidden="true" className="shrink-0" />}
          {!isNarrow && <span className="shrink-0 tabular-nums">{formatTime(from)}</span>}
          <span className={cx('truncate font-medium', state === 'missed' && 'line-through')}>
            {who.name}
          </span>
        </span>
        {hasTwoLines && (
          <span className="block truncate text-muted">
            {[kindName, state !== 'booked' && nameState(appointment)].filter(Boolean).join(' · ')}
          </span>
        )}
      </button>
      {!isNarrow && <Attendance appointment={appointment} />}
    </div>
  );
});

/** Came or missed in one press; the name of the person is in the label. They are over the card while it is in use. */
function Attendance({ appointment }: Pick<LaidOut, 'appointment'>) {
  const { name } = appointment.who;
  return (
    <span className="absolute top-0.5 right-0.5 flex gap-px rounded-chip bg-raised/90 opacity-0 group-hover/card:opacity-100 group-focus-within/card:opacity-100 pointer-coarse:hidden">
      {canArrive(appointment) && (
        <IconButton
          label={texts.arriveOf({ name })}
          icon={<UserCheck size={14} aria-hidden="true" />}
          onClick={() => void arrive(appointment)}
          className="size-6!"
        />
      )}
      {canMiss(appointment) && (
        <IconButton
          label={texts.missOf({ name })}
          icon={<UserX size={14} aria-hidden="true" />}
          onClick={() => void miss(appointment)}
          className="size-6!"
        />
      )}
    </span>
  );
}
