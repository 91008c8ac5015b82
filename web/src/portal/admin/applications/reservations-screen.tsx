import type { Reservation } from '@deqiq/contract/site/application-lists.ts';
import { reservationsQuery } from '../../../api/site/applications.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { applicationList, columnsAround, useApplicationActions } from './applications.tsx';

const columns = columnsAround<Reservation>([
  { id: 'doctor', header: 'Doctor', cell: ({ partnerFullName }) => partnerFullName },
]);

export function ReservationsScreen() {
  const { actions, dialog } = useApplicationActions('reservation');
  return (
    <>
      <ListScreen
        {...applicationList('reservation')}
        title="Reservation Applications"
        list={reservationsQuery}
        columns={columns}
        empty="No Reservation Applications Found"
        failed="Failed to load reservation applications"
        actions={actions}
      />
      {dialog}
    </>
  );
}
