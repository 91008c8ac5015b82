import type { Share } from '@deqiq/contract/examinations/shares.ts';
import { Power } from 'lucide-react';
import { revokeShare, SHARES_PAGE, sharesQuery } from '../../../api/examinations/shares.ts';
import { formatMoment, personName } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { ShareStateCell, ShareTitle, ShareUse } from '../../shares/share-cells.tsx';
import { isLive } from '../../shares/share-texts.ts';
import { NoWrap, numbered, Secondary } from '../list/cells.tsx';
import type { ChoiceFilter } from '../list/list-filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { PartnerPopover } from '../list/partner-popover.tsx';
import { runRowAction } from '../list/row-action.ts';

const columns: Column<Share>[] = [
  numbered,
  {
    id: 'checkup',
    header: 'Examination',
    title: true,
    wide: true,
    cell: (share) => <ShareTitle share={share} language="en" />,
  },
  {
    id: 'partner',
    header: 'Partner',
    cell: ({ partner, createdBy }) => (
      <>
        <PartnerPopover partner={partner} />
        {createdBy === 'staff' && <Secondary>shared by staff</Secondary>}
      </>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ createdAt }) => <NoWrap>{formatMoment(createdAt)}</NoWrap>,
  },
  {
    id: 'state',
    header: 'State',
    cell: (share) => <ShareStateCell share={share} language="en" />,
  },
  { id: 'use', header: 'Use', cell: (share) => <ShareUse share={share} language="en" /> },
];

const filters: ChoiceFilter[] = [
  {
    name: 'status',
    label: 'State',
    all: 'All links',
    options: [
      { value: 'live', label: 'Live' },
      { value: 'ended', label: 'Ended' },
    ],
  },
];

export function SharesScreen() {
  return (
    <ListScreen
      title="Shared Links"
      list={sharesQuery}
      filters={filters}
      rows={({ shares }) => shares}
      rowKey={({ _id }) => _id}
      pageSize={SHARES_PAGE}
      columns={columns}
      empty="No shared links"
      failed="The links could not be loaded"
      actions={(share) =>
        isLive(share) && (
          <IconButton
            label="Revoke"
            variant="danger"
            icon={<Power size={17} aria-hidden="true" />}
            onClick={() => void revoke(share)}
          />
        )
      }
    />
  );
}

const revoke = (share: Share) =>
  runRowAction({
    row: share._id,
    confirmation: {
      title: 'Revoke the link?',
      text: `${share.checkup ? personName(share.checkup) : 'The link'}: it ends at once and cannot be opened again.`,
      confirm: 'Revoke',
      danger: true,
    },
    request: () => revokeShare('admin', share),
    successMessage: 'The link was revoked',
    errorMessage: 'The link could not be revoked',
  });
