import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/partner/checkups.js';
import * as sectionTexts from '@deqiq/messages/partner/sections.js';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ownCheckupsQuery, ownFilterNames } from '../../../api/examinations/own-checkups.ts';
import { clinic } from '../../../lib/clinic.ts';
import { useClampPage, useListState } from '../../../lib/list-state.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Refresh } from '../refresh/refresh.tsx';
import type { FilterValues } from './checkup-filters.tsx';
import { cardColumns, tableColumns } from './columns.tsx';
import { listFiles, useViewing } from './use-checkup-viewer.tsx';

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
    files: listFiles(checkup),
    actions: {
      onView: (file: FileLink) => view(checkup, file),
      onRead: (file: FileLink) => read(checkup, file),
      onDownload: (file: FileLink) => download(checkup, file),
      onDownloadAll: () => downloadAll(checkup),
    },
  });
  return (
    <>
      <title>{`${sectionTexts.xrays()} · ${clinic.name}`}</title>
      <PageHeader title={sectionTexts.xrays()} subtitle={texts.subtitle()}>
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
        caption={texts.caption()}
        empty={emptyText(filters)}
        emptyAction={
          isFiltered && (
            <Button variant="outline" onClick={clear}>
              {texts.clearFilters()}
            </Button>
          )
        }
        failed={checkupMessages.partnerListFailed()}
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
  if (names.length === 0) return texts.none();
  return names.join() === 'unseen' ? texts.noneNew() : texts.noneFound();
}
