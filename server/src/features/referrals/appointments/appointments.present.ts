import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Deposit } from '@deqiq/contract/referrals/booking/deposits.ts';
import type { AppointmentRow } from '../../../platform/db/tables.ts';
import { presentTime } from '../appointment-times/appointment-times.service.ts';

export const presentAppointment = (row: AppointmentRow, deposit: Deposit | null): Appointment => ({
  ...presentTime(row),
  state: row.status,
  deposit,
  who: {
    name: row.name,
    phone: row.phone,
    ...(row.referral_id && { referral: row.referral_id }),
    ...(row.reservation_id && { reservation: row.reservation_id }),
    ...(row.patient_id && { patient: row.patient_id }),
  },
});
