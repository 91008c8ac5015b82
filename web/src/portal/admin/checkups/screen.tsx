import { type Checkup, checkupMessages } from '@deqiq/contract/checkups.ts';
import type { FileLink } from '@deqiq/contract/files.ts';
import { FolderOpen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteCheckup, freshCheckups, useCheckups } from '../../../api/checkups.ts';
import { messageOf } from '../../../api/http.ts';
import { useListState, useStepBack } from '../../../lib/list-state.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm, showError } from '../../../ui/confirm.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SearchBar } from '../../../ui/search-bar.tsx';
import { toast } from '../../../ui/toast.ts';
import { DownloadTray } from '../../xrays/download-tray.tsx';
import { downloadFile } from '../../xrays/downloading.ts';
import { personName } from '../../xrays/format.ts';
import { picturesOf } from '../../xrays/pictures.ts';
import { Viewer, type ViewerPicture } from '../../xrays/viewer.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { AddDialog } from './add-dialog.tsx';
import { columnsWith } from './columns.tsx';
import { DiskStrip } from './disk-strip.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { FilesDialog } from './files-dialog.tsx';

type Open =
  | { dialog: 'add' }
  | { dialog: 'edit' | 'files'; checkup: Checkup }
  | { dialog: 'view'; pictures: ViewerPicture[]; at: number };

/** Checkups: the list staff work in, and the dialogs that stand over it. */
export function Component() {
  const { page, search, setPage, setSearch } = useListState();
  const query = useCheckups(page, search);
  const [open, setOpen] = useState<Open>();
  const pagination = query.data?.pagination;
  useStepBack(page, query.isPlaceholderData ? undefined : pagination?.totalPages, setPage);

  const close = () => setOpen(undefined);
  const download = (checkup: Checkup, file: FileLink) =>
    downloadFile(checkup._id, file, () => freshCheckups(page, search));
  const columns = columnsWith({
    onView: (checkup, file) =>
      setOpen({ dialog: 'view', ...picturesOf(checkup.fileLinks, file.name, 'admin') }),
    onOpen: (_, file) => window.open(file.url, '_blank', 'noopener'),
  });
  return (
    <>
      <title>Checkups · Admin Panel</title>
      <PageHeader title="Checkups" subtitle={pagination && shownOf(pagination)}>
        <ExportButton list="checkups" search={search} />
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setOpen({ dialog: 'add' })}
        >
          Add Checkup
        </Button>
      </PageHeader>
      {query.data && <DiskStrip diskInfo={query.data.diskInfo} />}
      <SearchBar
        value={search}
        onSearch={setSearch}
        placeholder="Search by name..."
        label="Search by name"
        busy={query.isPlaceholderData}
        className="max-w-xl"
      />
      <DataTable
        query={query}
        rows={({ checkups }) => checkups}
        rowKey={({ _id }) => _id}
        columns={columns}
        firstNumber={({ pagination: { currentPage, itemsPerPage } }) =>
          (currentPage - 1) * itemsPerPage + 1
        }
        caption="Checkups"
        empty="No Checkups Found"
        failed={checkupMessages.listFailed}
        actions={(checkup) => (
          <RowActions
            checkup={checkup}
            onEdit={() => setOpen({ dialog: 'edit', checkup })}
            onFiles={() => setOpen({ dialog: 'files', checkup })}
          />
        )}
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
      {open?.dialog === 'add' && <AddDialog onClose={close} />}
      {open?.dialog === 'edit' && <EditDialog checkup={open.checkup} onClose={close} />}
      {open?.dialog === 'files' && (
        <FilesDialog
          checkup={query.data?.checkups.find(({ _id }) => _id === open.checkup._id) ?? open.checkup}
          onDownload={(file) => download(open.checkup, file)}
          onClose={close}
        />
      )}
      {open?.dialog === 'view' && (
        <Viewer pictures={open.pictures} at={open.at} language="en" onClose={close} />
      )}
      <DownloadTray language="en" />
    </>
  );
}

type RowActionsProps = { checkup: Checkup; onEdit: () => void; onFiles: () => void };

function RowActions({ checkup, onEdit, onFiles }: RowActionsProps) {
  return (
    <>
      <IconButton label="Edit" icon={<Pencil size={17} aria-hidden="true" />} onClick={onEdit} />
      <IconButton
        label="Delete"
        variant="danger"
        icon={<Trash2 size={17} aria-hidden="true" />}
        onClick={() => void removeCheckup(checkup)}
      />
      <IconButton
        label="X-ray files"
        icon={<FolderOpen size={17} aria-hidden="true" />}
        onClick={onFiles}
      />
    </>
  );
}

async function removeCheckup(checkup: Checkup): Promise<void> {
  const text = `${personName(checkup)} — müayinə və ${checkup.xrayFiles.length + checkup.files.length} faylı silinəcək. Bunu geri qaytarmaq olmur.`;
  if (!(await confirm({ title: 'Əminsiniz?', text, danger: true }))) return;
  try {
    await deleteCheckup(checkup._id);
    toast.success(checkupMessages.deleted);
  } catch (error) {
    await showError(messageOf(error, checkupMessages.deleteFailed));
  }
}

type Shown = { currentPage: number; itemsPerPage: number; totalItems: number };

function shownOf({ currentPage, itemsPerPage, totalItems }: Shown): string {
  const to = Math.min(currentPage * itemsPerPage, totalItems);
  const from = Math.min((currentPage - 1) * itemsPerPage + 1, to);
  return `Showing ${from} to ${to} of ${totalItems} results`;
}
