import { type Checkup, checkupMessages } from '@deqiq/contract/checkups.ts';
import type { FileLink } from '@deqiq/contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { freshOwnCheckups, ownCheckupsQuery } from '../../../api/own-checkups.ts';
import { useBackCloses } from '../../../lib/back-closes.ts';
import { useListState, useStepBack } from '../../../lib/list-state.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { downloadFile } from '../../xrays/downloading.ts';
import { checkupDay, personName } from '../../xrays/format.ts';
import { picturesOf } from '../../xrays/pictures.ts';
import { CheckupStatusBadge } from '../../xrays/status.tsx';
import { Viewer, type ViewerPicture } from '../../xrays/viewer.tsx';
import { Refresh } from '../refresh/refresh.tsx';
import { CheckupCard } from './checkup-card.tsx';
import { CheckupFiles } from './checkup-files.tsx';

type Viewing = { checkup: Checkup; pictures: ViewerPicture[]; at: number };

/** A partner's own X-rays, newest first. */
export function Component() {
  const { page, setPage } = useListState();
  const query = useQuery(ownCheckupsQuery(page));
  const wide = useMediaQuery('(min-width: 48rem)');
  const [viewing, setViewing] = useState<Viewing>();
  const closeViewer = () => setViewing(undefined);
  useBackCloses(viewing !== undefined, closeViewer);
  const pagination = query.data?.pagination;
  useStepBack(page, query.isPlaceholderData ? undefined : pagination?.totalPages, setPage);

  const download = (checkup: Checkup, file: FileLink) =>
    downloadFile(checkup._id, file, () => freshOwnCheckups(page));
  const acts = (checkup: Checkup) => ({
    files: filesOf(checkup),
    onView: (file: FileLink) =>
      setViewing({ checkup, ...picturesOf(filesOf(checkup), file.name, 'partner') }),
    onDownload: (file: FileLink) => download(checkup, file),
  });
  return (
    <>
      <title>Rentgen · Dəqiq Diaqnostika</title>
      <PageHeader title="Rentgen" subtitle="Pasiyentlərinizin rentgen nəticələri">
        <Refresh onRefresh={query.refetch} />
      </PageHeader>
      <DataTable
        query={query}
        rows={({ checkups }) => checkups}
        rowKey={({ _id }) => _id}
        columns={wide ? tableColumns(acts) : cardColumns(acts)}
        caption="Rentgen nəticələri"
        empty="Hələ rentgen nəticəsi yoxdur"
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
      {viewing && (
        <Viewer
          pictures={viewing.pictures}
          at={viewing.at}
          language="az"
          onClose={closeViewer}
          onDownload={(name) => {
            const file = filesOf(viewing.checkup).find((one) => one.name === name);
            if (file) download(viewing.checkup, file);
          }}
        />
      )}
    </>
  );
}

type Acts = (checkup: Checkup) => {
  files: readonly FileLink[];
  onView: (file: FileLink) => void;
  onDownload: (file: FileLink) => void;
};

function tableColumns(acts: Acts): Column<Checkup>[] {
  return [
    { id: 'patient', header: 'Ad', title: true, cell: personName },
    { id: 'examination', header: 'Müayinə', cell: ({ name }) => name || '—' },
    { id: 'date', header: 'Tarix', cell: checkupDay },
    { id: 'files', header: 'Fayllar', wide: true, cell: (row) => <CheckupFiles {...acts(row)} /> },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status }) => <CheckupStatusBadge status={status} />,
    },
  ];
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

/** The results, then what the partner has sent. */
function filesOf({ xrayFileLinks, fileLinks }: Checkup): FileLink[] {
  return [...xrayFileLinks, ...fileLinks];
}
