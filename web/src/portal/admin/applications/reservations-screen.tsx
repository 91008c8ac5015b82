import type { Reservation } from '@deqiq/contract/site/application-lists.ts';
import * as texts from '@deqiq/messages/office/applications.js';
import * as referralTexts from '@deqiq/messages/office/referrals.js';
import { CalendarPlus, ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { reservationsQuery } from '../../../api/site/applications.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyBookingDialog } from '../calendar/booking/lazy-booking-dialog.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { ReferralFormDialog } from '../referrals/form/referral-form-dialog.tsx';
import { applicationList, columnsAround, useApplicationActions } from './applications.tsx';

const listColumns = () =>
  columnsAround<Reservation>([
    { id: 'doctor', header: texts.doctor(), cell: ({ partnerFullName }) => partnerFullName },
  ]);

export function ReservationsScreen() {
  const { actions, dialog, onOpen } = useApplicationActions('reservation');
  const [referred, setReferred] = useState<Reservation>();
  const [booked, setBooked] = useState<Reservation>();
  return (
    <>
      <ListScreen
        {...applicationList('reservation')}
        title={texts.reservationTitle()}
        name="reservations"
        list={reservationsQuery}
        columns={listColumns()}
        empty={texts.reservationNoneFound()}
        failed={texts.reservationFailed()}
        onOpen={onOpen}
        actions={(reservation) => (
          <>
            {actions(reservation)}
            <IconButton
              label={referralTexts.book()}
              icon={<CalendarPlus size={17} aria-hidden="true" />}
              onClick={() => setBooked(reservation)}
            />
            <IconButton
              label={referralTexts.fromReservation()}
              icon={<ClipboardList size={17} aria-hidden="true" />}
              onClick={() => setReferred(reservation)}
            />
          </>
        )}
      />
      {dialog}
      {booked && (
        <LazyBookingDialog
          preset={{ subject: { type: 'reservation', reservation: booked } }}
          onClose={() => setBooked(undefined)}
        />
      )}
      {referred && (
        <ReferralFormDialog reservation={referred} onClose={() => setReferred(undefined)} />
      )}
    </>
  );
}
