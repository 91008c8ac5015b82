import type { Lab } from '@deqiq/contract/office/labs.ts';
import * as labMessages from '@deqiq/messages/office/labs.js';
import * as texts from '@deqiq/messages/partner/labs.js';
import * as sectionTexts from '@deqiq/messages/partner/sections.js';
import { useQuery } from '@tanstack/react-query';
import { ownLabsQuery } from '../../../api/office/own-labs.ts';
import { clinic } from '../../../lib/clinic.ts';
import { formatDay, personName } from '../../../lib/format.ts';
import { useClampPage, useListState } from '../../../lib/list-state.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { LabStatusBadge } from '../../examinations/lab-status.tsx';
import { Refresh } from '../refresh/refresh.tsx';

const tableColumns = (): Column<Lab>[] => [
  { id: 'name', header: texts.name(), title: true, cell: ({ partner }) => personName(partner) },
  { id: 'order', header: texts.order(), wide: true, cell: OrderCell },
  { id: 'date', header: texts.date(), cell: ({ startDate }) => formatDay(startDate) },
  { id: 'status', header: texts.status(), cell: LabStatusBadge },
];

const cardColumns = (): Column<Lab>[] => [
  { id: 'order', header: texts.order(), title: true, cell: (lab) => <LabCard lab={lab} /> },
];

function OrderCell({ title, endDate }: Lab) {
  return (
    <>
      <span className="block">{title}</span>
      <DueDate date={endDate} />
    </>
  );
}

/** The day the order was promised for. */
function DueDate({ date }: { date: string | null }) {
  if (!date) return null;
  return (
    <span className="block text-note font-normal text-muted tabular-nums">
      {texts.due({ day: formatDay(date) })}
    </span>
  );
}

/** One order on a phone. It heads its card: the name is the same on all of them. */
function LabCard({ lab: { title, partner, startDate, endDate, status } }: { lab: Lab }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
      <h2 className="font-medium wrap-anywhere">{title}</h2>
      <LabStatusBadge status={status} />
      <p className="col-span-2 text-desk font-normal text-muted">
        {personName(partner)} · <span className="tabular-nums">{formatDay(startDate)}</span>
        <DueDate date={endDate} />
      </p>
    </div>
  );
}

/** A partner's own laboratory orders, newest first. */
export function LabsScreen() {
  const { page, setPage } = useListState();
  const query = useQuery(ownLabsQuery(page));
  const wide = useMediaQuery('(min-width: 48rem)');
  const pagination = query.data?.pagination;
  useClampPage(page, query.isPlaceholderData ? undefined : pagination?.totalPages, setPage);
  return (
    <>
      <title>{`${sectionTexts.labs()} · ${clinic.name}`}</title>
      <PageHeader title={sectionTexts.labs()} subtitle={texts.subtitle()}>
        <Refresh onRefresh={query.refetch} />
      </PageHeader>
      <DataTable
        query={query}
        rows={({ labs }) => labs}
        rowKey={({ _id }) => _id}
        columns={wide ? tableColumns() : cardColumns()}
        caption={texts.caption()}
        empty={texts.none()}
        failed={labMessages.ownListFailed()}
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
