import type { PartnerApplication } from '@deqiq/contract/site/application-lists.ts';
import { partnerApplicationsQuery } from '../../../api/site/applications.ts';
import { PhoneNumber } from '../list/cells.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { applicationList, columnsAround, useApplicationActions } from './applications.tsx';

const columns = columnsAround<PartnerApplication>([
  { id: 'clinicName', header: 'Clinic Name', cell: ({ clinicName }) => clinicName },
  {
    id: 'clinicPhone',
    header: 'Clinic Phone',
    cell: ({ clinicPhone }) => <PhoneNumber>{clinicPhone}</PhoneNumber>,
  },
]);

/** Doctors and clinics that want to become partners. */
export function PartnerApplicationsScreen() {
  const { actions, dialog } = useApplicationActions('partner');
  return (
    <>
      <ListScreen
        {...applicationList('partner')}
        title="Partner Applications"
        list={partnerApplicationsQuery}
        columns={columns}
        empty="No Partner Applications Found"
        failed="Failed to load partner applications"
        actions={actions}
      />
      {dialog}
    </>
  );
}
