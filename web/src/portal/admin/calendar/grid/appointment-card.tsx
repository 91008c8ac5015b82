import type {
  Appointment,
  AppointmentState,
} from '@deqiq/contract/referrals/booking/appointments.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { Check, CircleSlash, Clock, UserCheck, UserX } from 'lucide-react';
import { type MouseEvent, memo, useState } from 'react';
import { cx } from '../../../../lib/cx.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { nameState } from '../appointment-state.tsx';
import { useCalendarActions } from '../calendar-actions.ts';
import { arrive, canArrive, canMiss, canMove, miss } from '../calendar-changes.ts';
import { isMoveKey } from '../planner/move-keys.ts';
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

/** More cards side by side have room for names only. */
const MAX_WIDE_LANES = 2;

/** A card of the calendar: a press opens it, keys and the pointer move it, and two buttons note who came. */
export const AppointmentCard = memo(function AppointmentCard(props: AppointmentCardProps) {
  const { appointment, from, to, origin, lane, lanes, kindName, isBusy } = props;
  const { openDetails, startMove, startDrag } = useCalendarActions();
  const { who, state } = appointment;
  // Two buttons with pictures are half of a card: a full day has hundreds that are never used.
  const [isInUse, setInUse] = useState(false);
  const use = () => setInUse(true);
  const isNarrow = props.isNarrow || lanes > MAX_WIDE_LANES;
  const hasTwoLines = !isNarrow && to - from >= TWO_LINES;
  const Icon = stateIcons[state];
  const isMovable = canMove(appointment);
  const subject = { type: 'appointment', appointment } as const;
  return (
    <div
      data-card=""
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
        onPointerEnter={use}
        onFocus={use}
        title={isNarrow ? `${formatTime(from)} ${who.name}` : who.name}
        onClick={() => openDetails(appointment)}
        onKeyDown={(event) => {
          if (!isMovable || !isMoveKey(event.key)) return;
          event.preventDefault();
          startMove(subject, event.key);
        }}
        onPointerDown={(event) => isMovable && startDrag(event, subject, from)}
        className={cx(
          'flex size-full flex-col overflow-hidden rounded-chip border px-1.5 text-left text-note leading-tight select-none hover:border-accent',
          hasTwoLines ? 'pt-px' : 'justify-center',
          stateClass[state],
        )}
      >
        <span className="flex items-center gap-1">
          {Icon && !isNarrow && <Icon size={13} aria-hidden="true" className="shrink-0" />}
          <span className={isNarrow ? 'sr-only' : 'shrink-0 tabular-nums'}>
            {formatTime(from)}
            <span className="sr-only">–{formatTime(to)}, </span>
          </span>
          <span className={cx('truncate font-medium', state === 'missed' && 'line-through')}>
            {who.name}
          </span>
        </span>
        <span className={hasTwoLines ? 'block truncate text-muted' : 'sr-only'}>
          <span className="sr-only">, </span>
          {kindName}
          <span className={state === 'booked' ? 'sr-only' : undefined}>
            {kindName && ', '}
            {nameState(appointment)}
          </span>
        </span>
      </button>
      {isInUse && !isNarrow && <Attendance appointment={appointment} />}
    </div>
  );
});

/** Came or missed in one press; the name of the person is in the label. They are over the card while it is in use. */
function Attendance({ appointment }: Pick<LaidOut, 'appointment'>) {
  const { name } = appointment.who;
  const act = (event: MouseEvent, note: (appointment: Appointment) => Promise<void>) => {
    // The pressed button goes away; its card stays.
    event.currentTarget.closest('[data-card]')?.querySelector('button')?.focus();
    void note(appointment);
  };
  return (
    <span className="absolute top-0.5 right-0.5 flex gap-px rounded-chip bg-raised/90 opacity-0 group-hover/card:opacity-100 group-focus-within/card:opacity-100 pointer-coarse:hidden">
      {canArrive(appointment) && (
        <IconButton
          label={texts.arriveOf({ name })}
          icon={<UserCheck size={14} aria-hidden="true" />}
          onClick={(event) => act(event, arrive)}
          className="size-6!"
        />
      )}
      {canMiss(appointment) && (
        <IconButton
          label={texts.missOf({ name })}
          icon={<UserX size={14} aria-hidden="true" />}
          onClick={(event) => act(event, miss)}
          className="size-6!"
        />
      )}
    </span>
  );
}
