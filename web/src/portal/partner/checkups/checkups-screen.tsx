import { type Checkup, checkupMessages } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ownCheckupsQuery, ownFilterNames } from '../../../api/examinations/own-checkups.ts';
import { personName } from '../../../lib/format.ts';
import { useClampPage, useListState } from '../../../lib/list-state.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { CheckupStatusBadge } from '../../checkup-status.tsx';
import { checkupDay } from '../../file-viewer/format.ts';
import { ShareButton } from '../../shares/share-button.tsx';
import { PartnerPrograms } from '../../viewer/partner-programs.tsx';
import { Refresh } from '../refresh/refresh.tsx';
import { NewMark } from '../results/unseen.tsx';
import { CheckupCard } from './checkup-card.tsx';
import { CheckupFiles, type FileActions } from './checkup-files.tsx';
import type { FilterValues } from './checkup-filters.tsx';
import { filesOf, useViewing } from './use-checkup-viewer.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

// After the first rows: they do not need it.
const CheckupFilters = lazy(async () => ({
  default: (await import('./checkup-filters.tsx')).CheckupFilters,
}));

/** A partner's own X-rays, newest first. */
export function CheckupsScreen() {
  const { page, filters, setPage, setFilters, clear } = useListState('', ownFilterNames);
  const query = useQuery(ownCheckupsQuery(page, filters));
  const wide = useMediaQuery('(min-width: 48rem)');
  const { view, read, download, downloadAll, reader } = useViewing();
  const pagination = query.data?.pagination;
  const isFiltered = Object.keys(filters).length > 0;
  useClampPage(page, query.isPlaceholderData ? undefined : pagination?.totalPages, setPage);

  const acts = (checkup: Checkup) => ({
    files: filesOf(checkup),
    actions: {
      onView: (file: FileLink) => view(checkup, file),
      onRead: (file: FileLink) => read(checkup, file),
      onDownload: (file: FileLink) => download(checkup, file),
      onDownloadAll: () => downloadAll(checkup),
    },
  });
  return (
    <>
      <title>Rentgen · Dəqiq Diaqnostika</title>
      <PageHeader title="Rentgen" subtitle="Pasiyentlərinizin rentgen nəticələri">
        <Refresh onRefresh={query.refetch} />
      </PageHeader>
      <Suspense fallback={<div className="h-25" />}>
        <CheckupFilters
          values={filters}
          onChange={setFilters}
          onClear={clear}
          found={query.isPlaceholderData ? undefined : pagination?.totalItems}
        />
      </Suspense>
      <DataTable
        query={query}
        rows={({ checkups }) => checkups}
        rowKey={({ _id }) => _id}
        columns={wide ? tableColumns(acts) : cardColumns(acts)}
        caption="Rentgen nəticələri"
        empty={emptyText(filters)}
        emptyAction={
          isFiltered && (
            <Button variant="outline" onClick={clear}>
              Filtrləri təmizlə
            </Button>
          )
        }
        failed={checkupMessages.partnerListFailed}
      />
      {pagination && (
        <Pagination
          page={page}
          totalPages={pagination.totalPages}
          onPage={setPage}
          window={5}
          busy={query.isPlaceholderData}
        />
      )}
      {reader}
    </>
  );
}

function emptyText(filters: FilterValues): string {
  const names = Object.keys(filters);
  if (names.length === 0) return 'Hələ rentgen nəticəsi yoxdur';
  return names.join() === 'unseen' ? 'Yeni nəticə yoxdur' : 'Axtarışa uyğun nəticə tapılmadı';
}

type Acts = (checkup: Checkup) => { files: readonly FileLink[]; actions: FileActions };

function tableColumns(acts: Acts): Column<Checkup>[] {
  return [
    { id: 'patient', header: 'Ad', title: true, cell: personName },
    { id: 'examination', header: 'Müayinə', cell: ExaminationCell },
    { id: 'date', header: 'Tarix', cell: DayCell },
    {
      id: 'files',
      header: 'Fayllar',
      wide: true,
      cell: (row) => (
        <div className="grid gap-2">
          <CheckupFiles {...acts(row)} />
          <div className="flex flex-wrap gap-2.5 empty:hidden">
            <ShareButton checkup={row} />
            <PartnerPrograms checkup={row} />
            <WithdrawButton checkup={row} />
          </div>
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      cell: ({ _id, status, xrayFileLinks }) => (
        <div className="flex flex-wrap gap-1.5">
          <CheckupStatusBadge status={status} hasResults={xrayFileLinks.length > 0} />
          <NewMark checkup={_id} />
        </div>
      ),
    },
  ];
}

const DayCell = (row: Checkup) => <span className="whitespace-nowrap">{checkupDay(row)}</span>;

function ExaminationCell({ name, description }: Checkup) {
  return (
    <>
      <span className="block">{name || '—'}</span>
      {description && (
        <span className="block text-note text-muted">
          <LongText>{description}</LongText>
        </span>
      )}
    </>
  );
}

function cardColumns(acts: Acts): Column<Checkup>[] {
  return [
    {
      id: 'checkup',
      header: 'Müayinə',
      title: true,
      cell: (row) => <CheckupCard checkup={row} {...acts(row)} />,
    },
  ];
}
