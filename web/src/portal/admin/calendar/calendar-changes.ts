import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import * as bookingTexts from '@deqiq/messages/office/booking.js';
import * as texts from '@deqiq/messages/office/calendar.js';
import * as appointmentMessages from '@deqiq/messages/referrals/appointments.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import * as api from '../../../api/referrals/appointments.ts';
import { formatMoment, toDay, today } from '../../../lib/format.ts';
import { runRowAction } from '../list/rows/row-action.ts';
import { keySubject, nameSubject, type Subject } from './planner/proposal.ts';

/** The time of an appointment as requests take it; undefined for a referral that was booked without a kind. */
const toTime = ({ kind, device, startsAt, minutes }: Appointment) =>
  kind === null ? undefined : { kind, device, startsAt, minutes };

/** Books a referral, or moves an appointment; one press takes it back. Calls `onSaved` with the id. */
export const saveTime = (
  subject: Subject,
  time: api.AppointmentTimeBody,
  onSaved: (id: string) => void,
) =>
  runRowAction({
    row: keySubject(subject),
    request: async () => {
      const { appointment } =
        subject.type === 'referral'
          ? await api.bookAppointment({ referral: subject.referral._id, ...time })
          : await api.moveAppointment(subject.appointment, time);
      onSaved(appointment._id);
      return appointment;
    },
    successMessage: `${appointmentMessages.booked()}: ${nameSubject(subject)}, ${formatMoment(time.startsAt)}`,
    undo: findUndo(subject),
    errorMessage: bookingTexts.failed(),
  });

/** Frees the time of a referral, or moves an appointment to where it was. */
function findUndo(subject: Subject): ((saved: Appointment) => void) | undefined {
  if (subject.type === 'referral')
    return (saved) =>
      void takeBack(saved, () => api.removeAppointment(saved), appointmentMessages.cancelled());
  const before = toTime(subject.appointment);
  // A missed one would be booked in the past.
  if (!before || subject.appointment.state !== 'booked') return undefined;
  return (saved) =>
    void takeBack(saved, () => api.moveAppointment(saved, before), texts.movedBack());
}

const takeBack = (saved: Appointment, request: () => Promise<unknown>, successMessage: string) =>
  runRowAction({
    row: saved._id,
    request,
    successMessage,
    errorMessage: texts.changeFailed(),
  });

export const arrive = (appointment: Appointment) =>
  runRowAction({
    row: appointment._id,
    request: () => api.arriveAt(appointment),
    successMessage: `${referralMessages.arrived()}: ${appointment.who.name}`,
    undo: findVisitUndo(appointment),
    errorMessage: texts.changeFailed(),
  });

export const miss = (appointment: Appointment) =>
  runRowAction({
    row: appointment._id,
    request: () => api.missAppointment(appointment),
    successMessage: `${referralMessages.missed()}: ${appointment.who.name}`,
    undo: findVisitUndo(appointment),
    errorMessage: texts.changeFailed(),
  });

/** The server takes arrived and missed back on the day of the appointment. */
const findVisitUndo = (appointment: Appointment) =>
  toDay(appointment.startsAt) === today()
    ? () =>
        void takeBack(
          appointment,
          () => api.undoVisit(appointment),
          appointmentMessages.bookedAgain(),
        )
    : undefined;

export const remove = (appointment: Appointment, onDone: () => void) =>
  runRowAction({
    row: appointment._id,
    confirmation: {
      title: texts.removeQuestion(),
      text: texts.removeExplanation({
        name: appointment.who.name,
        time: formatMoment(appointment.startsAt),
      }),
      confirm: texts.remove(),
      danger: true,
    },
    request: async () => {
      await api.removeAppointment(appointment);
      onDone();
    },
    successMessage: appointmentMessages.cancelled(),
    errorMessage: texts.changeFailed(),
  });

/** Moves that the server allows in a state. */
export const canArrive = ({ state }: Appointment): boolean =>
  state === 'booked' || state === 'missed';

export const canMiss = ({ state }: Appointment): boolean => state === 'booked';

export const canMove = ({ state }: Appointment): boolean =>
  state === 'booked' || state === 'missed';
