import type { Checkup, CheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as deletionMessages from '@deqiq/messages/examinations/deletions.js';
import * as bulkTexts from '@deqiq/messages/office/bulk.js';
import * as texts from '@deqiq/messages/office/checkups.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import { ArchiveRestore, FilePenLine, FolderOpen, Hourglass, Share2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigationType } from 'react-router';
import { useCounters } from '../../../api/desk/work-queues.ts';
import {
  changeCheckup,
  checkupsQuery,
  deleteCheckup,
  refetchCheckups,
} from '../../../api/examinations/checkups.ts';
import { undeleteCheckup } from '../../../api/examinations/deletions.ts';
import { personName } from '../../../lib/format.ts';
import { useListState } from '../../../lib/list-state.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DownloadTray } from '../../examinations/file-viewer/download-tray.tsx';
import { downloadFile } from '../../examinations/file-viewer/start-download.ts';
import { useOpenViewer } from '../../examinations/viewer/open-viewer.ts';
import { AddButton } from '../list/add-button.tsx';
import type { BulkAction } from '../list/bulk-actions.tsx';
import { FivePages, ListScreen } from '../list/list-screen.tsx';
import { DeleteAction, EditAction } from '../list/rows/cells.tsx';
import { runRowAction } from '../list/rows/row-action.ts';
import { useOpenReport } from '../reports/open-report.ts';
import { AddDialog } from './add-dialog.tsx';
import { columnsWith } from './columns.tsx';
import { DiskStrip } from './disk/disk-strip.tsx';
import { EditDialog } from './edit-dialog.tsx';
import {
  checkupOfReturn,
  describeRetention,
  FilesDialog,
  forgetReturn,
} from './files/files-dialog.tsx';
import { checkupFilterNames, listCheckupFilters, listStatusOptions } from './filters.ts';

const ShareDialog = lazy(async () => ({
  default: (await import('../../shares/share-dialog.tsx')).ShareDialog,
}));

type Open = { dialog: 'add' } | { dialog: 'edit' | 'files' | 'share'; checkup: Checkup };

export function CheckupsScreen() {
  const isBack = useNavigationType() === 'POP';
  const [open, setOpen] = useState<Open | undefined>(() => reopenFiles(isBack));
  useEffect(forgetReturn, []);
  const openViewer = useOpenViewer('admin');
  const openReport = useOpenReport();
  const close = () => setOpen(undefined);
  const { page, search, filters } = useListState('name', checkupFilterNames);
  const waiting = useCounters()?.checkups ?? 0;
  const columns = columnsWith(openViewer, (checkup, file) =>
    downloadFile(checkup._id, file, () => refetchCheckups(page, search, filters)),
  );
  return (
    <>
      <ListScreen
        title={texts.title()}
        name="checkups"
        exported="checkups"
        list={checkupsQuery}
        filters={listCheckupFilters(filters)}
        rows={({ checkups }) => checkups}
        rowKey={({ _id }) => _id}
        pageSize={PAGE_SIZE.adminCheckups}
        columns={columns}
        empty={texts.noneFound()}
        failed={checkupMessages.listFailed()}
        Pager={FivePages}
        subtitle={(list) => (list ? describeRange(list.pagination) : '\u00a0')}
        above={(list) => <DiskStrip diskInfo={list?.diskInfo} />}
        bulkActions={listStatusActions()}
        onOpen={(checkup) => setOpen({ dialog: 'files', checkup })}
        actions={(checkup) => (
          <>
            <EditAction onClick={() => setOpen({ dialog: 'edit', checkup })} />
            <DeleteAction onClick={() => void remove(checkup)} />
            <IconButton
              label={texts.xrayFiles()}
              icon={<FolderOpen size={17} aria-hidden="true" />}
              onClick={() => setOpen({ dialog: 'files', checkup })}
            />
            <IconButton
              label={texts.report()}
              icon={<FilePenLine size={17} aria-hidden="true" />}
              onClick={() => openReport(checkup)}
            />
            {checkup.files.length + checkup.xrayFiles.length > 0 && (
              <IconButton
                label={texts.share()}
                icon={<Share2 size={17} aria-hidden="true" />}
                onClick={() => setOpen({ dialog: 'share', checkup })}
              />
            )}
          </>
        )}
      >
        {waiting > 0 && !filters.xrays && (
          <Link to="?xrays=none" className={buttonClass('outline')}>
            <Hourglass size={18} aria-hidden="true" />
            {texts.withoutXrays({ count: waiting })}
          </Link>
        )}
        <Link to="deleted" className={buttonClass('outline')}>
          <ArchiveRestore size={18} aria-hidden="true" />
          {texts.deleted()}
        </Link>
        <AddButton onClick={() => setOpen({ dialog: 'add' })}>{texts.add()}</AddButton>
      </ListScreen>
      {open?.dialog === 'add' && <AddDialog onClose={close} />}
      {open?.dialog === 'edit' && <EditDialog checkup={open.checkup} onClose={close} />}
      {open?.dialog === 'share' && (
        <Suspense>
          <ShareDialog checkup={open.checkup} area="admin" onClose={close} />
        </Suspense>
      )}
      {open?.dialog === 'files' && <FilesDialog checkup={open.checkup} onClose={close} />}
      {/* The dialog of files shows them itself. */}
      {open?.dialog !== 'files' && <DownloadTray />}
    </>
  );
}

/** Back from the viewer: the dialog from which it was opened. */
function reopenFiles(isBack: boolean): Open | undefined {
  const checkup = checkupOfReturn();
  return isBack && checkup ? { dialog: 'files', checkup } : undefined;
}

/** A completed examination tells its doctor: nothing that could be undone. */
const listStatusActions = (): readonly BulkAction<Checkup>[] =>
  listStatusOptions().map(({ value, label }) => ({
    label,
    confirmation: (count) => ({
      title: bulkTexts.checkupsTitle(),
      text: bulkTexts.checkupsText({ count, status: label }),
    }),
    run: async ({ _id, firstName, lastName }) => {
      await changeCheckup({ checkupId: _id, firstName, lastName, status: value, files: [] });
    },
  }));

const remove = (checkup: Checkup) =>
  runRowAction({
    row: checkup._id,
    confirmation: {
      title: formTexts.areYouSure(),
      text: `${describeDeletion(checkup)} ${describeRetention()}`,
      danger: true,
    },
    request: () => deleteCheckup(checkup._id),
    successMessage: `${checkupMessages.deleted()}. ${describeRetention()}`,
    undo: () => void undelete(checkup),
    errorMessage: checkupMessages.deleteFailed(),
  });

const undelete = (checkup: Checkup) =>
  runRowAction({
    row: checkup._id,
    request: () => undeleteCheckup(checkup),
    successMessage: deletionMessages.restored(),
    errorMessage: deletionMessages.restoreFailed(),
  });

const describeDeletion = (checkup: Checkup): string =>
  texts.deleteQuestion({
    patient: personName(checkup),
    count: checkup.xrayFiles.length + checkup.files.length,
  });

function describeRange({
  currentPage,
  itemsPerPage,
  totalItems,
}: CheckupList['pagination']): string {
  const to = Math.min(currentPage * itemsPerPage, totalItems);
  const from = Math.min((currentPage - 1) * itemsPerPage + 1, to);
  return texts.range({ from, to, total: totalItems });
}
