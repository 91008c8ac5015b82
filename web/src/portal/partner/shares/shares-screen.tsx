import type { Share } from '@deqiq/contract/examinations/shares.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as shareMessages from '@deqiq/messages/examinations/shares.js';
import * as areaTexts from '@deqiq/messages/partner/area.js';
import * as texts from '@deqiq/messages/partner/shares.js';
import { useQuery } from '@tanstack/react-query';
import { Power } from 'lucide-react';
import { useState } from 'react';
import { ownSharesQuery, revokeShare } from '../../../api/examinations/shares.ts';
import { describeError } from '../../../api/http/http-error.ts';
import { clinic } from '../../../lib/clinic.ts';
import { personName } from '../../../lib/format.ts';
import { useClampPage, useListState } from '../../../lib/list-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field/select.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { SearchBar } from '../../../ui/list/search-bar.tsx';
import { confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { isLive, ShareStateCell, ShareTitle, ShareUse } from '../../shares/share-cells.tsx';
import { BackLink } from '../back-link.tsx';

const listColumns = (): Column<Share>[] => [
  {
    id: 'checkup',
    header: texts.examination(),
    title: true,
    wide: true,
    cell: (share) => <ShareTitle share={share} />,
  },
  {
    id: 'state',
    header: texts.state(),
    cell: (share) => <ShareStateCell share={share} />,
  },
  {
    id: 'use',
    header: texts.openings(),
    cell: (share) => <ShareUse share={share} />,
  },
];

const FILTERS = ['status'];

const listOptions = () => [
  { value: 'all', label: texts.allLinks() },
  { value: 'live', label: texts.live() },
  { value: 'ended', label: texts.ended() },
];

/** The partner's links to examinations: who opened them and when, and a button that ends them. */
export function SharesScreen() {
  const { page, search, filters, setPage, setSearch, setFilters } = useListState('name', FILTERS);
  const status = filters.status ?? '';
  const query = useQuery(ownSharesQuery(page, search, status));
  const pagination = query.data?.pagination;
  useClampPage(page, query.isPlaceholderData ? undefined : pagination?.totalPages, setPage);
  return (
    <>
      <title>{`${areaTexts.links()} · ${clinic.name}`}</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerProfile} />
        <PageHeader title={areaTexts.links()} subtitle={texts.subtitle()} />
      </div>
      <div className="flex flex-wrap items-end gap-2.5">
        <SearchBar value={search} onSearch={setSearch} placeholder={texts.search()} />
        <div className="w-48">
          <Select
            label={texts.filter()}
            value={status || 'all'}
            onChange={(value) => setFilters({ status: value === 'all' ? '' : value })}
            options={listOptions()}
          />
        </div>
      </div>
      <DataTable
        query={query}
        rows={({ shares }) => shares}
        rowKey={({ _id }) => _id}
        columns={listColumns()}
        actions={(share) => isLive(share) && <RevokeButton share={share} />}
        caption={areaTexts.links()}
        empty={search || status ? texts.noneFound() : texts.none()}
        failed={texts.listFailed()}
      />
      {pagination && (
        <Pagination
          page={page}
          totalPages={pagination.totalPages}
          onPage={setPage}
          window={3}
          busy={query.isPlaceholderData}
        />
      )}
    </>
  );
}

function RevokeButton({ share }: { share: Share }) {
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    const name = share.checkup ? personName(share.checkup) : '';
    const isSure = await confirm({
      title: texts.revokeQuestion(),
      text: texts.revokeText({ name }),
      confirm: texts.revoke(),
      danger: true,
    });
    if (!isSure) return;
    setBusy(true);
    try {
      await revokeShare('partner', share);
      toast.success(shareMessages.revoked());
    } catch (error) {
      await showError(describeError(error, shareMessages.revokeFailed()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      busy={busy}
      icon={<Power size={16} aria-hidden="true" />}
      onClick={() => void revoke()}
    >
      {texts.revoke()}
    </Button>
  );
}
