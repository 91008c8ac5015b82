import type { Reservation } from '@deqiq/contract/site/application-lists.ts';
import * as texts from '@deqiq/messages/office/applications.js';
import * as referralTexts from '@deqiq/messages/office/referrals.js';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { reservationsQuery } from '../../../api/site/applications.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { ReferralFormDialog } from '../referrals/form/referral-form-dialog.tsx';
import { applicationList, columnsAround, useApplicationActions } from './applications.tsx';

const listColumns = () =>
  columnsAround<Reservation>([
    { id: 'doctor', header: texts.doctor(), cell: ({ partnerFullName }) => partnerFullName },
  ]);

export function ReservationsScreen() {
  const { actions, dialog } = useApplicationActions('reservation');
  const [referred, setReferred] = useState<Reservation>();
  return (
    <>
      <ListScreen
        {...applicationList('reservation')}
        title={texts.reservationTitle()}
        list={reservationsQuery}
        columns={listColumns()}
        empty={texts.reservationNoneFound()}
        failed={texts.reservationFailed()}
        actions={(reservation) => (
          <>
            {actions(reservation)}
            <IconButton
              label={referralTexts.fromReservation()}
              icon={<ClipboardList size={17} aria-hidden="true" />}
              onClick={() => setReferred(reservation)}
            />
          </>
        )}
      />
      {dialog}
      {referred && (
        <ReferralFormDialog reservation={referred} onClose={() => setReferred(undefined)} />
      )}
    </>
  );
}
