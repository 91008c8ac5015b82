import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/office/checkup-files.js';
import { Download, Trash2 } from 'lucide-react';
import { cx } from '../../../../lib/cx.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { FilePicture } from '../../../examinations/file-viewer/file-picture.tsx';
import { isViewable } from '../../../examinations/file-viewer/file-previews.ts';
import { fileKind, fileSize } from '../../../examinations/file-viewer/format.ts';
import { preloadViewer } from '../../../examinations/viewer/open-viewer.ts';
import { FileImaging } from './file-imaging.tsx';

const pictureClass =
  'relative grid aspect-16/10 place-items-center overflow-hidden bg-ink text-mist';

type FileTileProps = {
  file: FileLink;
  onView: () => void;
  onDownload: () => void;
  onDelete: () => void;
};

/** One file of a checkup with its preview and actions. A file without a preview has only Download. */
export function FileTile({ file, onView, onDownload, onDelete }: FileTileProps) {
  const { name, size } = file;
  const picture = (
    <FilePicture
      file={file}
      seenBy="admin"
      signSize={30}
      // Of a volume three planes are side by side, and none may be cut off.
      className={cx(
        'absolute inset-0 size-full',
        file.imaging.kind === 'volume' ? 'object-contain' : 'object-cover',
      )}
    />
  );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] content-start overflow-hidden rounded-card border border-line">
      {isViewable(file, 'admin') ? (
        <button
          type="button"
          aria-label={texts.open({ name })}
          onPointerEnter={() => preloadViewer(file)}
          onClick={onView}
          className={pictureClass}
        >
          {picture}
        </button>
      ) : (
        <div className={pictureClass}>{picture}</div>
      )}
      <p className="truncate px-3 pt-2.5 text-note font-medium" title={name}>
        {name}
      </p>
      <div className="flex items-center gap-1 pr-1 pb-1 pl-3">
        <p className="min-w-0 grow text-note text-muted tabular-nums">
          {fileKind(name)} · {fileSize(size).replace(' ', '\u00a0')}
        </p>
        <IconButton
          label={texts.download({ name })}
          icon={<Download size={17} aria-hidden="true" />}
          onClick={onDownload}
        />
        <IconButton
          label={texts.remove({ name })}
          variant="danger"
          icon={<Trash2 size={17} aria-hidden="true" />}
          onClick={onDelete}
        />
      </div>
      <FileImaging file={file} className="px-3 pb-3" />
    </li>
  );
}
