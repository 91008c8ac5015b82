import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { Referral } from '@deqiq/contract/referrals/referrals.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Location, useLocation } from 'react-router';
import { referralsQuery, shipmentsQuery } from '../../../api/referrals/referrals-desk.ts';
import { LazyBookingDialog } from '../calendar/booking/lazy-booking-dialog.tsx';
import { AddButton } from '../list/add-button.tsx';
import { type ChoiceFilter, createDayFilter } from '../list/list-filters.tsx';
import { FivePages, ListScreen } from '../list/list-screen.tsx';
import { createAssignMenu, useAssigneeChoices, useAssigneeFilter } from './assignee/assignees.ts';
import { columnsWith } from './columns.tsx';
import { AcceptDialog } from './dialogs/accept-dialog.tsx';
import { ReasonDialog } from './dialogs/reason-dialog.tsx';
import { ReferralDialog } from './dialogs/referral-dialog.tsx';
import { ReferralFormDialog } from './form/referral-form-dialog.tsx';
import { type OpenedDialog, ReferralActions } from './referral-actions.tsx';
import { listStateOptions } from './referral-words.ts';
import { ScanButton } from './scan/scan-button.tsx';
import { type OpenedReferralState, useCodeSearch } from './scan/use-code-search.ts';
import { Shipments } from './waiting/shipments.tsx';
import { UnopenedResults } from './waiting/unopened-results.tsx';

const listFilters = (assignees: ChoiceFilter): readonly ChoiceFilter[] => [
  {
    name: 'state',
    label: texts.state(),
    all: texts.allStates(),
    options: listStateOptions(),
  },
  assignees,
  createDayFilter(),
];

type Opened =
  | { dialog: 'add' }
  | { dialog: 'shipment'; shipment: Checkup }
  | { dialog: Exclude<OpenedDialog, 'details'>; referral: Referral };

/** Referrals of partners, newest first, and the pictures that are to become one. */
export function ReferralsScreen() {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { state, key } = useLocation() as Location<OpenedReferralState | null>;
  const [detailed, setDetailed] = useState(state?.referral);
  const [wanted, setWanted] = useState(state?.shipment);
  const [openedBy, setOpenedBy] = useState(key);
  // A search opens another referral while the queue is on the screen.
  if (openedBy !== key) {
    setOpenedBy(key);
    if (state?.referral) setDetailed(state.referral);
    setWanted(state?.shipment);
  }
  const wantedShipment = useQuery({
    ...shipmentsQuery(),
    enabled: wanted !== undefined,
  }).data?.find(({ _id }) => _id === wanted);
  if (wanted && wantedShipment) {
    setWanted(undefined);
    setOpened({ dialog: 'shipment', shipment: wantedShipment });
  }
  const openCode = useCodeSearch(setDetailed);
  const choices = useAssigneeChoices();
  const assigneeFilter = useAssigneeFilter();

  function open(referral: Referral, dialog: OpenedDialog): void {
    setDetailed(dialog === 'details' ? referral._id : undefined);
    setOpened(dialog === 'details' ? undefined : { dialog, referral });
  }

  return (
    <>
      <ListScreen
        title={texts.title()}
        name="referrals"
        exported="referrals"
        list={referralsQuery}
        filters={listFilters(assigneeFilter)}
        bulkActions={[createAssignMenu(choices)]}
        searchHint={texts.searchHint()}
        onSearch={openCode}
        rows={({ referrals }) => referrals}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminReferrals}
        columns={columnsWith((referral) => open(referral, 'details'))}
        empty={texts.noneFound()}
        failed={texts.listFailed()}
        Pager={FivePages}
        above={() => (
          <>
            <Shipments onTranscribe={(shipment) => setOpened({ dialog: 'shipment', shipment })} />
            <UnopenedResults />
          </>
        )}
        onOpen={(referral) => open(referral, 'details')}
        actions={(referral) => (
          <ReferralActions referral={referral} onOpen={(dialog) => open(referral, dialog)} />
        )}
      >
        <ScanButton onText={openCode} />
        <AddButton onClick={() => setOpened({ dialog: 'add' })}>{texts.add()}</AddButton>
      </ListScreen>
      {detailed && (
        <ReferralDialog id={detailed} onOpen={open} onClose={() => setDetailed(undefined)} />
      )}
      {opened && <OpenedReferral opened={opened} onClose={close} />}
    </>
  );
}

function OpenedReferral({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  switch (opened.dialog) {
    case 'add':
      return <ReferralFormDialog onClose={onClose} />;
    case 'shipment':
      return <ReferralFormDialog shipment={opened.shipment} onClose={onClose} />;
    case 'transcribe':
      return <ReferralFormDialog ended={opened.referral} onClose={onClose} />;
    case 'accept':
      return <AcceptDialog referral={opened.referral} onClose={onClose} />;
    case 'book':
      return (
        <LazyBookingDialog preset={{ subject: toSubject(opened.referral) }} onClose={onClose} />
      );
    default:
      return <ReasonDialog referral={opened.referral} move={opened.dialog} onClose={onClose} />;
  }
}

const toSubject = (referral: Referral) => ({ type: 'referral', referral }) as const;
