import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { DELETED_RETENTION_DAYS } from '@deqiq/contract/examinations/deletions.ts';
import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as deletionMessages from '@deqiq/messages/examinations/deletions.js';
import * as texts from '@deqiq/messages/office/checkup-files.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import {
  deleteCheckupFiles,
  refetchCheckups,
  useListedCheckup,
} from '../../../../api/examinations/checkups.ts';
import { personName } from '../../../../lib/format.ts';
import { CloseOnBack } from '../../../../lib/history/close-on-back.ts';
import { useListState } from '../../../../lib/list-state.ts';
import { Button } from '../../../../ui/button.tsx';
import { useSingleFlight } from '../../../../ui/form/use-single-flight.ts';
import { confirmDiscard } from '../../../../ui/overlay/confirm.tsx';
import { Dialog } from '../../../../ui/overlay/dialog.tsx';
import { EmptyState } from '../../../../ui/page/page-states.tsx';
import { DownloadEntries } from '../../../examinations/file-viewer/download-tray.tsx';
import { downloadFile } from '../../../examinations/file-viewer/start-download.ts';
import { useOpenViewer, viewerPath } from '../../../examinations/viewer/open-viewer.ts';
import { runRowAction } from '../../list/rows/row-action.ts';
import { checkupFilterNames } from '../filters.ts';
import { CheckupFiles, FileTiles } from './checkup-files.tsx';
import type { FileActions } from './file-row.tsx';
import { HeldBack } from './held-back.tsx';
import { ResultTrace } from './result-trace.tsx';
import { addFiles } from './upload/add-files.ts';
import { ChosenFiles } from './upload/chosen-files.tsx';
import { TotalProgress } from './upload/total-progress.tsx';
import { useUpload } from './upload/use-upload.ts';

type FilesDialogProps = { checkup: Checkup; onClose: () => void };

/** The checkup whose dialog was left for the viewer. */
let returning: Checkup | undefined;

/** The checkup whose dialog opens again after the viewer, until it is forgotten: React may render a screen twice. */
export const checkupOfReturn = (): Checkup | undefined => returning;

export function forgetReturn(): void {
  returning = undefined;
}

/** A checkup's files: view, download, delete, add. Open as long as it is mounted. */
export function FilesDialog({ checkup: opened, onClose }: FilesDialogProps) {
  const { page, search, filters } = useListState('name', checkupFilterNames);
  const checkup = useListedCheckup(opened, page, search, filters);
  const upload = useUpload(checkup._id);
  const openViewer = useOpenViewer('admin');
  const close = async () => {
    if (await upload.mayClose()) onClose();
  };
  const download = (file: FileLink) =>
    downloadFile(checkup._id, file, () => refetchCheckups(page, search, filters));
  const leave = useSingleFlight(async () => {
    const loses = !upload.progress && upload.selections.length > 0;
    if (!loses || (await confirmDiscard())) await close();
  });
  const view = (file: FileLink) => {
    // Leaving the page would end the upload.
    if (upload.selections.length > 0) window.open(viewerPath('admin', checkup._id, file.id));
    else {
      returning = checkup;
      openViewer(checkup, file);
    }
  };
  const actions: FileActions = {
    view,
    download,
    remove: (names) => removeFiles(checkup, names),
  };
  return (
    <Dialog
      open
      onClose={() => void leave()}
      title={texts.title({ patient: personName(checkup) })}
      description={texts.doctor({ doctor: personName(checkup.partner) })}
      size="lg"
      busy={upload.isSaving}
      footer={
        <>
          <TotalProgress upload={upload} />
          <div className="grid w-full gap-2 empty:hidden">
            <DownloadEntries />
          </div>
          <Button variant="outline" disabled={upload.isSaving} onClick={() => void close()}>
            {texts.close()}
          </Button>
          {upload.selections.length > 0 && (
            <Button
              busy={upload.progress !== undefined || upload.isAdding}
              onClick={() => void addFiles(checkup, upload)}
            >
              {texts.upload()}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <HeldBack checkup={checkup} />
        <ResultTrace checkup={checkup._id} />
        {checkup.xrayFileLinks.length > 0 ? (
          <CheckupFiles files={checkup.xrayFileLinks} actions={actions} />
        ) : (
          <EmptyState text={texts.noneFound()} />
        )}
        <ChosenFiles upload={upload} label={texts.addXrayFiles()} patient={checkup} />
        {checkup.fileLinks.length > 0 && (
          <section className="grid gap-3">
            <h3 className="text-desk font-medium">{texts.referralSlips()}</h3>
            <FileTiles files={checkup.fileLinks} actions={actions} />
          </section>
        )}
      </div>
      <CloseOnBack close={() => upload.isSaving || void leave()} />
    </Dialog>
  );
}

function describeFiles(checkup: Checkup, files: readonly FileLink[]): string {
  const patient = personName(checkup);
  const [file, ...others] = files;
  return file && others.length === 0
    ? texts.deleteFile({ name: file.name, patient })
    : texts.deleteFiles({ count: files.length, patient });
}

/** For how long staff can restore what they delete. */
export const describeRetention = (): string =>
  deletionMessages.restorable({ days: DELETED_RETENTION_DAYS });

/** Deletes one file after another. Stops at the first failure and shows it. */
const removeFiles = (checkup: Checkup, files: readonly FileLink[]) =>
  runRowAction({
    row: `${checkup._id}/${files.map(({ name }) => name).join('/')}`,
    confirmation: {
      title: formTexts.areYouSure(),
      text: `${describeFiles(checkup, files)} ${describeRetention()}`,
      danger: true,
    },
    request: () => deleteCheckupFiles(checkup._id, files),
    successMessage: `${checkupMessages.fileDeleted()}. ${describeRetention()}`,
    errorMessage: checkupMessages.fileDeleteFailed(),
  });
