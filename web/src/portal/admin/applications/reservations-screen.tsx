import type { Reservation } from '@deqiq/contract/site/application-lists.ts';
import * as texts from '@deqiq/messages/office/applications.js';
import { reservationsQuery } from '../../../api/site/applications.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { applicationList, columnsAround, useApplicationActions } from './applications.tsx';

const listColumns = () =>
  columnsAround<Reservation>([
    { id: 'doctor', header: texts.doctor(), cell: ({ partnerFullName }) => partnerFullName },
  ]);

export function ReservationsScreen() {
  const { actions, dialog } = useApplicationActions('reservation');
  return (
    <>
      <ListScreen
        {...applicationList('reservation')}
        title={texts.reservationTitle()}
        list={reservationsQuery}
        columns={listColumns()}
        empty={texts.reservationNoneFound()}
        failed={texts.reservationFailed()}
        actions={actions}
      />
      {dialog}
    </>
  );
}
