import type { Share } from '@deqiq/contract/examinations/shares.ts';
import * as sectionTexts from '@deqiq/messages/office/sections.js';
import * as texts from '@deqiq/messages/office/shares-screen.js';
import { Power } from 'lucide-react';
import { revokeShare, SHARES_PAGE, sharesQuery } from '../../../api/examinations/shares.ts';
import { formatMoment, personName } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import { isLive, ShareStateCell, ShareTitle, ShareUse } from '../../shares/share-cells.tsx';
import type { ChoiceFilter } from '../list/list-filters.tsx';
import { ListScreen } from '../list/list-screen.tsx';
import { NoWrap, numbered, Secondary } from '../list/rows/cells.tsx';
import { PartnerPopover } from '../list/rows/partner-popover.tsx';
import { runRowAction } from '../list/rows/row-action.ts';

const listColumns = (): Column<Share>[] => [
  numbered,
  {
    id: 'checkup',
    header: texts.examination(),
    title: true,
    wide: true,
    cell: (share) => <ShareTitle share={share} />,
  },
  {
    id: 'partner',
    header: texts.partner(),
    cell: ({ partner, createdBy }) => (
      <>
        <PartnerPopover partner={partner} />
        {createdBy === 'staff' && <Secondary>{texts.byStaff()}</Secondary>}
      </>
    ),
  },
  {
    id: 'created',
    header: texts.created(),
    cell: ({ createdAt }) => <NoWrap>{formatMoment(createdAt)}</NoWrap>,
  },
  {
    id: 'state',
    header: texts.state(),
    cell: (share) => <ShareStateCell share={share} />,
  },
  { id: 'use', header: texts.use(), cell: (share) => <ShareUse share={share} /> },
];

const listFilters = (): ChoiceFilter[] => [
  {
    name: 'status',
    label: texts.state(),
    all: texts.allLinks(),
    options: [
      { value: 'live', label: texts.live() },
      { value: 'ended', label: texts.ended() },
    ],
  },
];

export function SharesScreen() {
  return (
    <ListScreen
      title={sectionTexts.sharedLinks()}
      name="shares"
      list={sharesQuery}
      filters={listFilters()}
      rows={({ shares }) => shares}
      rowKey={({ _id }) => _id}
      pageSize={SHARES_PAGE}
      columns={listColumns()}
      empty={texts.empty()}
      failed={texts.failed()}
      actions={(share) =>
        isLive(share) && (
          <IconButton
            label={texts.revoke()}
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
      title: texts.revokeTitle(),
      text: share.checkup
        ? texts.revokeText({ patient: personName(share.checkup) })
        : texts.revokeNamelessText(),
      confirm: texts.revoke(),
      danger: true,
    },
    request: () => revokeShare('admin', share),
    successMessage: texts.revoked(),
    errorMessage: texts.revokeFailed(),
  });
