import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { type FileLink, hasPicturePreview } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/partner/checkups.js';
import type { ReactNode } from 'react';
import { cx } from '../../../lib/cx.ts';
import { personName } from '../../../lib/format.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { CheckupStatusBadge } from '../../examinations/checkup-status.tsx';
import { isPending, isViewable } from '../../examinations/file-viewer/file-previews.ts';
import { checkupDay, fileSize } from '../../examinations/file-viewer/format.ts';
import { LargePicture } from '../../examinations/file-viewer/large-picture.tsx';
import { preloadViewer } from '../../examinations/viewer/open-viewer.ts';
import { PartnerPrograms } from '../../examinations/viewer/partner-programs.tsx';
import { ShareButton } from '../../shares/share-button.tsx';
import { QuestionMark } from '../results/result-link.tsx';
import { NewMark } from '../results/unseen.tsx';
import { CheckupFiles, type FileActions } from './checkup-files.tsx';
import { PatientInFile } from './patient-in-file.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

/** Previews of DICOM files shown in place of pictures. */
const MAX_PREVIEWS = 4;

type CheckupCardProps = {
  checkup: Checkup;
  files: readonly FileLink[];
  actions: FileActions;
  /** The first of its buttons. */
  children?: ReactNode;
};

/** One checkup on a phone: patient and status, then its pictures from edge to edge. */
export function CheckupCard({ checkup, files, actions, children }: CheckupCardProps) {
  const { pictures, others } = selectPictures(checkup, files);
  const about = [translateExaminationName(checkup.name), checkupDay(checkup)]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
        <h2 className="font-medium wrap-anywhere">{personName(checkup)}</h2>
        <span className="flex flex-wrap justify-end gap-1.5">
          <NewMark checkup={checkup._id} />
          <CheckupStatusBadge
            status={checkup.status}
            hasResults={checkup.xrayFileLinks.length > 0}
          />
        </span>
        <p className="col-span-2 text-desk font-normal text-muted">{about}</p>
        <span className="col-span-2 mt-1 font-normal empty:hidden">
          <QuestionMark checkup={checkup._id} />
        </span>
      </div>
      {checkup.description && (
        <div className="text-desk font-normal">
          <LongText>{checkup.description}</LongText>
        </div>
      )}
      {pictures.length > 0 && (
        <ul
          // While no picture is ready there is no button in it, and keys scroll what has the focus.
          tabIndex={pictures.some((file) => isViewable(file, 'partner')) ? undefined : 0}
          className="-mx-4 flex snap-x snap-mandatory gap-0.5 overflow-x-auto bg-ink"
        >
          {pictures.map((file) => (
            <li
              key={file.name}
              className={cx('shrink-0 snap-start', pictures.length > 1 ? 'w-[86%]' : 'w-full')}
            >
              {isViewable(file, 'partner') ? (
                <PictureButton file={file} onPress={() => actions.onView(file)} />
              ) : (
                <div className="text-mist">
                  <LargePicture file={file} className={frame} />
                  <Caption file={file} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {(others.length > 0 || files.length === 0) && (
        <div className="font-normal">
          <CheckupFiles files={others} actions={actions} />
        </div>
      )}
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {children}
        <ShareButton checkup={checkup} />
        <PartnerPrograms checkup={checkup} />
        <WithdrawButton checkup={checkup} />
      </div>
    </div>
  );
}

/** The large pictures and the other files. Of an examination with X-rays the partner's own slip is one of the others. */
function selectPictures({ fileLinks, xrayFileLinks }: Checkup, files: readonly FileLink[]) {
  const slips = new Set(fileLinks.map(({ id }) => id));
  const results = xrayFileLinks.length > 0 ? files.filter(({ id }) => !slips.has(id)) : files;
  const ownPictures = results.filter(({ name }) => hasPicturePreview(name, 'partner'));
  const dicom = results.filter(({ name }) => !hasPicturePreview(name, 'partner'));
  const previews = dicom.filter((file) => file.previewUrl !== undefined || isPending(file));
  // A scanner often exports DICOM and a picture of it, and a CT has hundreds of slices.
  const pictures =
    ownPictures.length > 0 || previews.length > MAX_PREVIEWS ? ownPictures : previews;
  return { pictures, others: files.filter((file) => !ownPictures.includes(file)) };
}

const frame = 'aspect-16/9 w-full';

function PictureButton({ file, onPress }: { file: FileLink; onPress: () => void }) {
  const isPicture = hasPicturePreview(file.name, 'partner');
  const verb = isPicture ? texts.openPicture() : texts.viewPreview();
  return (
    <button
      type="button"
      onPointerEnter={() => preloadViewer(file)}
      onClick={onPress}
      className="block w-full text-left text-mist"
    >
      <LargePicture file={file} className={frame} />
      <Caption file={file} verb={verb} />
    </button>
  );
}

/** Below the picture: the lower edge of a radiograph shows the chin and the side marker. */
function Caption({ file: { name, size, imaging }, verb }: { file: FileLink; verb?: string }) {
  return (
    <span className="grid gap-1.5 px-4 py-2 text-note">
      <span className="flex justify-between gap-3">
        {verb && <span className="sr-only">{verb}</span>} <span className="truncate">{name}</span>{' '}
        <span className="shrink-0 tabular-nums">{fileSize(size)}</span>
      </span>
      <PatientInFile imaging={imaging} />
    </span>
  );
}
