import { type Lab, labMessages } from '@deqiq/contract/labs.ts';
import { useQuery } from '@tanstack/react-query';
import { ownLabsQuery } from '../../../api/own-labs.ts';
import { formatDay } from '../../../lib/format.ts';
import { useListState, useStepBack } from '../../../lib/list-state.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { personName } from '../../xrays/format.ts';
import { Refresh } from '../refresh/refresh.tsx';

/** The order heads a phone's card: the name is the same on all of them. */
const columns: Column<Lab>[] = [
  { id: 'name', header: 'Ad, soyad', cell: ({ partner }) => personName(partner) },
  { id: 'order', header: 'Sifariş', title: true, wide: true, cell: ({ title }) => title },
  { id: 'date', header: 'Tarix', cell: ({ startDate }) => formatDay(startDate) },
  { id: 'status', header: 'Status', cell: ({ status }) => <LabStatus status={status} /> },
];

/** Only completed or pending: specification, section 4. */
function LabStatus({ status }: { status: string }) {
  return status === 'completed' ? (
    <StatusBadge tone="success">Tamamlandı</StatusBadge>
  ) : (
    <StatusBadge tone="warning">Gözləyir</StatusBadge>
  );
}

/** A partner's own laboratory orders, newest first. */
export function Component() {
  const { page, setPage } = useListState();
  const query = useQuery(ownLabsQuery(page));
  const pagination = query.data?.pagination;
  useStepBack(page, query.isPlaceholderData ? undefined : pagination?.totalPages, setPage);
  return (
    <>
      <title>Laboratoriya · Dəqiq Diaqnostika</title>
      <PageHeader title="Laboratoriya" subtitle="Sifarişlərinizin vəziyyəti">
        <Refresh onRefresh={query.refetch} />
      </PageHeader>
      <DataTable
        query={query}
        rows={({ labs }) => labs}
        rowKey={({ _id }) => _id}
        columns={columns}
        caption="Laboratoriya sifarişləri"
        empty="Hələ laboratoriya sifarişi yoxdur"
        failed={labMessages.ownListFailed}
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
