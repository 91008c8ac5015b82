import type { Reservation } from '@deqiq/contract/applications.ts';
import { reservationsQuery } from '../../../api/applications.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { applicationList, columnsAround } from './applications.tsx';

const columns = columnsAround<Reservation>([
  { id: 'doctor', header: 'Doctor', cell: ({ partnerFullName }) => partnerFullName },
]);

/** Reservations of patients. */
export function ReservationsScreen() {
  return (
    <ListScreen
      {...applicationList('reservation')}
      title="Reservation Applications"
      list={reservationsQuery}
      columns={columns}
      empty="No Reservation Applications Found"
      failed="Failed to load reservation applications"
    />
  );
}
