import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Kind } from '@deqiq/contract/referrals/booking/kinds.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { personName, toDay } from '../../../../lib/format.ts';
import type { CalendarColumn } from '../calendar-columns.ts';
import { findKind, isMadeAt } from '../times/kinds.ts';
import {
  findPeriod,
  isOccupying,
  listFreePeriods,
  listStarts,
  type Period,
} from '../times/periods.ts';
import { findFirstMinute, formatTime, toMinute } from '../times/times.ts';

/** The owner of a time: a referral without one, or an appointment that is moved. */
export type Subject =
  | { readonly type: 'referral'; readonly referral: Referral }
  | { readonly type: 'appointment'; readonly appointment: Appointment };

/** A time that is not booked yet. */
export type Proposal = {
  readonly subject: Subject;
  readonly column: CalendarColumn;
  /** Minutes since midnight. */
  readonly start: number;
  readonly minutes: number;
  /** The id of a kind; undefined where none fits, so that the dialog has to ask. */
  readonly kind: string | undefined;
};

export const nameSubject = (subject: Subject): string =>
  subject.type === 'referral' ? personName(subject.referral.patient) : subject.appointment.who.name;

export const keySubject = (subject: Subject): string =>
  subject.type === 'referral' ? subject.referral._id : subject.appointment._id;

/** Without a kind that fits: in minutes. */
const USUAL_MINUTES = 15;

/** Kind and minutes of a subject at a machine. */
function fitKind(subject: Subject, kinds: readonly Kind[], device: string) {
  if (subject.type === 'referral') {
    const kind = findKind(kinds, subject.referral.examination, device);
    const isFit = kind && isMadeAt(kind, device);
    return { kind: isFit ? kind._id : undefined, minutes: kind?.minutes ?? USUAL_MINUTES };
  }
  const { appointment } = subject;
  const { minutes } = appointment;
  const current = kinds.find(({ _id }) => _id === appointment.kind);
  if (appointment.device === device) return { kind: appointment.kind ?? undefined, minutes };
  const other = findKind(kinds, current?.examination, device);
  const kind = current && isMadeAt(current, device) ? current : other;
  return { kind: kind && isMadeAt(kind, device) ? kind._id : undefined, minutes };
}

/** The proposal at another column and minute. */
export function putAt(
  subject: Subject,
  kinds: readonly Kind[],
  { column, start, range }: { column: CalendarColumn; start: number; range: Period },
): Proposal {
  const { kind, minutes } = fitKind(subject, kinds, column.machine._id);
  const last = Math.max(range.from, range.to - minutes);
  return {
    subject,
    column,
    kind,
    minutes,
    start: Math.min(Math.max(start, range.from), last),
  };
}

type Calendar = { columns: readonly CalendarColumn[]; kinds: readonly Kind[]; range: Period };

/** Where a selected subject begins: an appointment at its time, a referral at the first free one. */
export function proposeFirst(subject: Subject, calendar: Calendar): Proposal | undefined {
  const { columns, kinds, range } = calendar;
  if (subject.type === 'appointment') {
    const { appointment } = subject;
    const column = columns.find(
      ({ machine, day }) =>
        machine._id === appointment.device && day === toDay(appointment.startsAt),
    );
    return (
      column && putAt(subject, kinds, { column, start: toMinute(appointment.startsAt), range })
    );
  }
  const proposals = columns.flatMap((column) => {
    const { kind, minutes } = fitKind(subject, kinds, column.machine._id);
    const [start] = kind === undefined ? [] : listStartsIn(column, minutes);
    return start === undefined ? [] : [{ column, start }];
  });
  const best = proposals.reduce<(typeof proposals)[number] | undefined>(
    (first, next) => (first && rank(first) <= rank(next) ? first : next),
    undefined,
  );
  const [column] = columns;
  const fallback = column && { column, start: column.open[0]?.from ?? range.from };
  const found = best ?? fallback;
  return found && putAt(subject, kinds, { ...found, range });
}

const rank = ({ column, start }: { column: CalendarColumn; start: number }): string =>
  `${column.day} ${formatTime(start)}`;

/** Free beginnings of a column from now on. */
function listStartsIn(column: CalendarColumn, minutes: number): number[] {
  const { machine, day, open, appointments } = column;
  const free = listFreePeriods({ open, appointments, device: machine._id, day });
  return listStarts(free, { minutes, after: findFirstMinute(day) });
}

/** Whether the proposed time can be booked, as far as this browser can tell. */
export type Fitness = 'free' | 'taken' | 'closed' | 'other-machine';

export function judge({ subject, column, start, minutes, kind }: Proposal): Fitness {
  const own = subject.type === 'appointment' ? subject.appointment._id : undefined;
  const end = start + minutes;
  const isTaken = column.appointments.some((each) => {
    if (each._id === own || !isOccupying(each)) return false;
    const { from, to } = findPeriod(each);
    return from < end && to > start;
  });
  if (isTaken) return 'taken';
  if (kind === undefined) return 'other-machine';
  return column.open.some(({ from, to }) => from <= start && end <= to) ? 'free' : 'closed';
}

export const fitnessTexts: Readonly<Record<Fitness, () => string>> = {
  free: texts.isFree,
  taken: texts.isTaken,
  closed: texts.isClosed,
  'other-machine': texts.isOtherMachine,
};

/** "10:30–10:45". */
export const describeTime = ({ start, minutes }: Pick<Proposal, 'start' | 'minutes'>): string =>
  `${formatTime(start)}–${formatTime(start + minutes)}`;
