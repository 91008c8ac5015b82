import type { Appointment } from '@deqiq/contract/referrals/booking/appointments.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { AcceptDialog } from '../referrals/dialogs/accept-dialog.tsx';
import { AppointmentDialog } from './appointment-dialog.tsx';
import { BookingDialog } from './booking/booking-dialog.tsx';
import type { BookingPreset } from './booking/booking-form.ts';
import type { useCalendar } from './use-calendar.ts';

export type OpenedInCalendar =
  | { dialog: 'booking'; preset: BookingPreset }
  | { dialog: 'details'; appointment: Appointment }
  | { dialog: 'accept'; referral: Referral };

type CalendarDialogsProps = {
  opened: OpenedInCalendar;
  calendar: ReturnType<typeof useCalendar>;
  onOpen: (opened: OpenedInCalendar) => void;
  onClose: () => void;
};

/** The dialog that is open over the calendar. */
export function CalendarDialogs({ opened, calendar, onOpen, onClose }: CalendarDialogsProps) {
  switch (opened.dialog) {
    case 'booking':
      return <BookingDialog preset={opened.preset} onClose={onClose} />;
    case 'accept':
      return <AcceptDialog referral={opened.referral} onClose={onClose} />;
    default: {
      // As it is now: a poll may have changed it.
      const { _id } = opened.appointment;
      const current = calendar.appointments.find((each) => each._id === _id);
      const appointment = current ?? opened.appointment;
      return (
        <AppointmentDialog
          appointment={appointment}
          machines={calendar.bookable}
          kinds={calendar.kinds}
          onMove={() =>
            onOpen({
              dialog: 'booking',
              preset: { subject: { type: 'appointment', appointment } },
            })
          }
          onClose={onClose}
        />
      );
    }
  }
}
