import { type PartnerStats, partnerStatsMessages } from '@deqiq/contract/office/partner-stats.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { UserRoundPlus, Wallet } from 'lucide-react';
import { useState } from 'react';
import { partnerStatsQuery } from '../../../api/office/partner-stats.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { Email, NoWrap, numbered } from '../list/cells.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { manat } from '../list/money.ts';
import { FigureDialog } from './figure-dialog.tsx';
import type { FigureName } from './figures.ts';
import { StatsPager } from './stats-pager.tsx';

const columns: Column<PartnerStats>[] = [
  numbered,
  { id: 'name', header: 'Partner Name', title: true, cell: ({ name }) => name },
  { id: 'email', header: 'Email', cell: ({ email }) => <Email>{email}</Email> },
  { id: 'clinic', header: 'Clinic', cell: ({ clinicName }) => clinicName || 'N/A' },
  { id: 'balance', header: 'Balance', align: 'end', cell: Balance },
  {
    id: 'patients',
    header: 'Patient Count',
    align: 'end',
    cell: ({ sendedPatientsCount }) => formatNumber(sendedPatientsCount, 0),
  },
  {
    id: 'joined',
    header: 'Join Date',
    cell: ({ createdAt }) => <NoWrap>{formatDay(createdAt, 'instant')}</NoWrap>,
  },
];

/** Green from 0 up and red below: specification, section 2. */
function Balance({ balance }: PartnerStats) {
  return (
    <span className={`whitespace-nowrap ${balance >= 0 ? 'text-success' : 'text-danger'}`}>
      {manat(balance)}
    </span>
  );
}

/** Staff see ₼ and AZN where partners see points (specification, section 2). */
const POINTS_NOTE =
  'The balance is what partners see as their points (xal): one manat is one point, and a gift costs one.';

type Opened = { figure: FigureName; partner: PartnerStats };

/** Partner statistics: what partners have earned and how many patients they have sent. */
export function PartnerStatsScreen() {
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <ListScreen
        title="Partner Stats"
        exported="partner-stats"
        searchName="fullName"
        list={partnerStatsQuery}
        rows={({ partners }) => partners}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminPartnerStats}
        columns={columns}
        subtitle={() => POINTS_NOTE}
        empty="Məlumat tapılmadı"
        failed={partnerStatsMessages.listFailed}
        Pager={StatsPager}
        actions={(partner) => (
          <>
            <IconButton
              label="Update balance"
              icon={<Wallet size={17} aria-hidden="true" />}
              onClick={() => setOpened({ figure: 'balance', partner })}
            />
            <IconButton
              label="Update patient count"
              icon={<UserRoundPlus size={17} aria-hidden="true" />}
              onClick={() => setOpened({ figure: 'patients', partner })}
            />
          </>
        )}
      />
      {opened && <FigureDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
