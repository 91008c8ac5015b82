import type { Share } from '@deqiq/contract/examinations/shares.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Power } from 'lucide-react';
import { useState } from 'react';
import { ownSharesQuery, revokeShare } from '../../../api/examinations/shares.ts';
import { describeError } from '../../../api/http/http-error.ts';
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
import { ShareStateCell, ShareTitle, ShareUse } from '../../shares/share-cells.tsx';
import { isLive } from '../../shares/share-texts.ts';
import { BackLink } from '../back-link.tsx';

const columns: Column<Share>[] = [
  {
    id: 'checkup',
    header: 'Müayinə',
    title: true,
    wide: true,
    cell: (share) => <ShareTitle share={share} language="az" />,
  },
  {
    id: 'state',
    header: 'Vəziyyət',
    cell: (share) => <ShareStateCell share={share} language="az" />,
  },
  {
    id: 'use',
    header: 'Baxışlar',
    cell: (share) => <ShareUse share={share} language="az" />,
  },
];

const FILTERS = ['status'];

const options = [
  { value: 'all', label: 'Bütün keçidlər' },
  { value: 'live', label: 'İşləyənlər' },
  { value: 'ended', label: 'Bitənlər' },
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
      <title>Paylaşılan keçidlər · Dəqiq Diaqnostika</title>
      <div className="grid justify-items-start gap-1">
        <BackLink to={portalPaths.partnerProfile} />
        <PageHeader title="Paylaşılan keçidlər" subtitle="Kim, nə vaxt açıb və nə qədər işləyir" />
      </div>
      <div className="flex flex-wrap items-end gap-2.5">
        <SearchBar value={search} onSearch={setSearch} placeholder="Pasiyentin adı" />
        <div className="w-48">
          <Select
            label="Filtr"
            value={status || 'all'}
            onChange={(value) => setFilters({ status: value === 'all' ? '' : value })}
            options={options}
          />
        </div>
      </div>
      <DataTable
        query={query}
        rows={({ shares }) => shares}
        rowKey={({ _id }) => _id}
        columns={columns}
        actions={(share) => isLive(share) && <RevokeButton share={share} />}
        caption="Paylaşılan keçidlər"
        empty={search || status ? 'Uyğun keçid tapılmadı' : 'Hələ keçid paylaşmamısınız'}
        failed="Keçidləri yükləmək mümkün olmadı"
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
      title: 'Keçid dayandırılsın?',
      text: `${name}: keçid dərhal bağlanacaq və bir daha açılmayacaq.`,
      confirm: 'Dayandır',
      danger: true,
    });
    if (!isSure) return;
    setBusy(true);
    try {
      await revokeShare('partner', share);
      toast.success('Keçid dayandırıldı');
    } catch (error) {
      await showError(describeError(error, 'Keçid dayandırıla bilmədi'));
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
      Dayandır
    </Button>
  );
}
