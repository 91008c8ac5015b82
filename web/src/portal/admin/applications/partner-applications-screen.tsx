import type { PartnerApplication } from '@deqiq/contract/site/application-lists.ts';
import * as texts from '@deqiq/messages/office/applications.js';
import { partnerApplicationsQuery } from '../../../api/site/applications.ts';
import { ListScreen } from '../list/list-screen.tsx';
import { PhoneNumber } from '../list/rows/cells.tsx';
import { applicationList, columnsAround, useApplicationActions } from './applications.tsx';

const listColumns = () =>
  columnsAround<PartnerApplication>([
    { id: 'clinicName', header: texts.clinicName(), cell: ({ clinicName }) => clinicName },
    {
      id: 'clinicPhone',
      header: texts.clinicPhone(),
      cell: ({ clinicPhone }) => <PhoneNumber>{clinicPhone}</PhoneNumber>,
    },
  ]);

/** Doctors and clinics that want to become partners. */
export function PartnerApplicationsScreen() {
  const { actions, dialog, onOpen } = useApplicationActions('partner');
  return (
    <>
      <ListScreen
        {...applicationList('partner')}
        title={texts.partnerTitle()}
        name="partnerApplications"
        list={partnerApplicationsQuery}
        columns={listColumns()}
        empty={texts.partnerNoneFound()}
        failed={texts.partnerFailed()}
        onOpen={onOpen}
        actions={actions}
      />
      {dialog}
    </>
  );
}
