import type {
  Appointment,
  AppointmentState,
} from '@deqiq/contract/referrals/booking/appointments.ts';
import * as texts from '@deqiq/messages/office/calendar.js';
import { StateBadge, type States } from '../../../ui/status-badge.tsx';

export const listAppointmentStates = (): States<AppointmentState> => ({
  held: { text: texts.held(), tone: 'neutral' },
  booked: { text: texts.booked(), tone: 'neutral' },
  arrived: { text: texts.arrived(), tone: 'success' },
  missed: { text: texts.missed(), tone: 'warning' },
  cancelled: { text: texts.cancelled(), tone: 'danger' },
});

export const nameState = ({ state }: Appointment): string =>
  listAppointmentStates()[state]?.text ?? texts.unknown();

export const AppointmentBadge = ({ appointment }: { appointment: Appointment }) => (
  <StateBadge states={listAppointmentStates()} state={appointment.state} other={texts.unknown()} />
);
