import { type FileLink, hasPicturePreview } from '@deqiq/contract/imaging/files.ts';
import type { ImagingState } from '@deqiq/contract/imaging/imaging.ts';
import * as imagingMessages from '@deqiq/messages/imaging/imaging.js';
import * as texts from '@deqiq/messages/partner/checkups.js';
import { Download, FileArchive } from 'lucide-react';
import { useState } from 'react';
import { Facts } from '../../../ui/facts.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { describeImaging } from '../../examinations/file-viewer/describe-imaging.ts';
import { FilePicture } from '../../examinations/file-viewer/file-picture.tsx';
import { fileKind, fileSize, isShortText } from '../../examinations/file-viewer/format.ts';
import { preloadViewer } from '../../examinations/viewer/open-viewer.ts';
import { PatientInFile } from './patient-in-file.tsx';

/** Files of one examination shown before the person asks for all of them. */
const SHOWN = 3;

export type FileActions = {
  onView: (file: FileLink) => void;
  onRead: (file: FileLink) => void;
  onDownload: (file: FileLink) => void;
  /** All files of the examination as one ZIP. */
  onDownloadAll: () => void;
};

type CheckupFilesProps = { files: readonly FileLink[]; actions: FileActions };

/** An examination's files as lines: a small picture, name, kind and size, and a button that downloads. */
export function CheckupFiles({ files, actions }: CheckupFilesProps) {
  const [all, setAll] = useState(false);
  if (files.length === 0) return <span className="text-muted">{texts.noFiles()}</span>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
      <ul className="-mx-1 grid w-[calc(100%+0.5rem)] grid-cols-[minmax(0,1fr)] gap-1">
        {(all ? files : files.slice(0, SHOWN)).map((file) => (
          <li key={file.name}>
            <FileLine file={file} actions={actions} />
          </li>
        ))}
      </ul>
      {files.length > SHOWN && (
        <div className="flex flex-wrap gap-x-4">
          <button
            type="button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className={textButtonClass}
          >
            {all ? texts.hideFiles() : texts.showAllFiles({ count: files.length })}
          </button>
          <button type="button" onClick={actions.onDownloadAll} className={textButtonClass}>
            <FileArchive size={16} aria-hidden="true" />
            {texts.downloadAll()}
          </button>
        </div>
      )}
    </div>
  );
}

const textButtonClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-chip px-1.5 text-desk font-medium text-accent hover:underline pointer-coarse:min-h-11';

/** Notes for the doctor on files without a picture. */
const notes: Readonly<Partial<Record<ImagingState, () => string>>> = {
  pending: imagingMessages.pending,
  failed: imagingMessages.failed,
  unsupported: imagingMessages.unsupported,
};

type FileLineProps = { file: FileLink; actions: FileActions };

/** Pressing the line opens what can be shown here and downloads the rest; the button always downloads. */
function FileLine({ file, actions: { onView, onRead, onDownload } }: FileLineProps) {
  const { name, size, imaging, previewUrl } = file;
  const about = notes[imaging.state]?.() ?? describeImaging(imaging);
  const opening = hasPicturePreview(name, 'partner')
    ? { verb: texts.openPicture, open: onView }
    : previewUrl !== undefined
      ? { verb: texts.viewPreview, open: onView }
      : isShortText(file)
        ? { verb: texts.readText, open: onRead }
        : undefined;
  return (
    <div className="flex items-center gap-1 rounded-field pr-1 transition-colors duration-160 hover:bg-accent-soft">
      <button
        type="button"
        onPointerEnter={() => opening?.open === onView && preloadViewer(file)}
        onClick={() => (opening?.open ?? onDownload)(file)}
        className="flex min-w-0 grow items-center gap-3 rounded-field p-1 text-left"
      >
        <span className="grid h-11 w-16 shrink-0 place-items-center overflow-hidden rounded-chip bg-ink text-mist">
          <FilePicture
            file={file}
            seenBy="partner"
            signSize={22}
            width={64}
            height={44}
            className="size-full object-cover"
          />
        </span>
        <span className="min-w-0 grow">
          {/* The accessible name: the action, then the text of the line. */}
          <span className="sr-only">{(opening?.verb ?? texts.downloadThis)()}</span>{' '}
          <span className="block truncate text-desk font-medium">{name}</span>{' '}
          <span className="block text-note text-muted tabular-nums">
            {fileKind(name)} · {fileSize(size)}
          </span>
          {about && (
            <span className="block text-note text-muted tabular-nums">
              <Facts>{about.split(' · ')}</Facts>
            </span>
          )}
          <PatientInFile imaging={imaging} />
        </span>
        {!opening && (
          <Download
            size={18}
            aria-hidden="true"
            className="mr-1.25 shrink-0 text-muted pointer-coarse:mr-2.25"
          />
        )}
      </button>
      {opening && (
        <IconButton
          label={texts.downloadFile({ name })}
          icon={<Download size={18} aria-hidden="true" />}
          onClick={() => onDownload(file)}
        />
      )}
    </div>
  );
}
