import type { PartnerStats } from '@deqiq/contract/office/partner-stats.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as partnerStatsMessages from '@deqiq/messages/office/partner-stats.js';
import * as texts from '@deqiq/messages/office/partner-stats-screen.js';
import * as sectionTexts from '@deqiq/messages/office/sections.js';
import { UserRoundPlus, Wallet } from 'lucide-react';
import { useState } from 'react';
import { partnerStatsQuery } from '../../../api/office/partner-stats.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { Email, NoWrap, numbered } from '../list/rows/cells.tsx';
import { manat } from '../list/rows/money.ts';
import { FigureDialog } from './figure-dialog.tsx';
import type { FigureName } from './figures.ts';
import { StatsPager } from './stats-pager.tsx';

const listColumns = (): Column<PartnerStats>[] => [
  numbered,
  { id: 'name', header: texts.partnerName(), sort: 'name', title: true, cell: ({ name }) => name },
  { id: 'email', header: texts.email(), cell: ({ email }) => <Email>{email}</Email> },
  { id: 'clinic', header: texts.clinic(), cell: ({ clinicName }) => clinicName || texts.none() },
  { id: 'balance', header: texts.balance(), sort: 'balance', align: 'end', cell: Balance },
  {
    id: 'patients',
    header: texts.patientCount(),
    sort: 'patients',
    align: 'end',
    cell: ({ sendedPatientsCount }) => formatNumber(sendedPatientsCount, 0),
  },
  {
    id: 'joined',
    header: texts.joinDate(),
    sort: 'date',
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

type Opened = { figure: FigureName; partner: PartnerStats };

/** Partner statistics: what partners have earned and how many patients they have sent. */
export function PartnerStatsScreen() {
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <ListScreen
        title={sectionTexts.partnerStats()}
        name="partnerStats"
        exported="partner-stats"
        searchName="fullName"
        list={partnerStatsQuery}
        rows={({ partners }) => partners}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminPartnerStats}
        columns={listColumns()}
        // Staff see ₼ and AZN where partners see points (specification, section 2).
        subtitle={texts.points}
        empty={texts.empty()}
        failed={partnerStatsMessages.listFailed()}
        Pager={StatsPager}
        actions={(partner) => (
          <>
            <IconButton
              label={texts.updateBalanceAction()}
              icon={<Wallet size={17} aria-hidden="true" />}
              onClick={() => setOpened({ figure: 'balance', partner })}
            />
            <IconButton
              label={texts.updatePatientsAction()}
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
