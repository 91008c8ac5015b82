import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/office/checkup-files.js';
import { FilePicture } from '../../../examinations/file-viewer/file-picture.tsx';
import { isViewable } from '../../../examinations/file-viewer/file-previews.ts';

const SHOWN = 3;

type FileThumbnailsProps = {
  files: readonly FileLink[];
  onView: (file: FileLink) => void;
  onDownload: (file: FileLink) => void;
};

/** The first files of a checkup as small pictures that open full-size. */
export function FileThumbnails({ files, onView, onDownload }: FileThumbnailsProps) {
  const more = files.length - SHOWN;
  return (
    <span className="flex items-center gap-1.5">
      {files.slice(0, SHOWN).map((file) => (
        <button
          key={file.name}
          type="button"
          title={file.name}
          aria-label={(isViewable(file, 'admin') ? texts.open : texts.download)({
            name: file.name,
          })}
          onClick={() => (isViewable(file, 'admin') ? onView(file) : onDownload(file))}
          className="grid h-9 w-12 place-items-center overflow-hidden rounded-chip bg-ink text-mist"
        >
          <FilePicture
            file={file}
            seenBy="admin"
            signSize={18}
            width={48}
            height={36}
            className="size-full object-cover"
          />
        </button>
      ))}
      {more > 0 && <span className="text-note text-muted tabular-nums">+{more}</span>}
    </span>
  );
}
