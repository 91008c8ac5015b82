import * as texts from '@deqiq/messages/viewer/panel.js';
import * as viewerTexts from '@deqiq/messages/viewer/viewer.js';
import { Columns2, ImageIcon } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PanelSection } from '../controls/panel-section.tsx';
import { hasPixels, type PictureChoice, type ViewerFile } from '../viewer-file.ts';
import { onInk } from './viewer-header.tsx';

type PictureListProps = PictureChoice & {
  current: ViewerFile;
  isPrivate: boolean;
  onCompare: (file: ViewerFile) => void;
};

/** The pictures of the examination with their previews: a press opens one, another one shows it beside. */
export function PictureList({ files, current, isPrivate, onFile, onCompare }: PictureListProps) {
  if (files.length < 2) return null;
  return (
    <PanelSection title={viewerTexts.pictures()}>
      <ul className="grid gap-1">
        {files.map((file, index) => {
          const name = isPrivate ? `${index + 1} / ${files.length}` : file.name;
          const isCurrent = file.id === current.id;
          return (
            <li key={file.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-1">
              <button
                type="button"
                aria-current={isCurrent || undefined}
                onClick={() => onFile(file.id)}
                className={cx(
                  'flex min-h-14 items-center gap-3 rounded-field p-1 text-left hover:bg-white/10',
                  isCurrent && 'bg-white/10',
                )}
              >
                <Thumbnail file={file} />
                <span className="min-w-0">
                  <span className="block wrap-anywhere">{name}</span>
                  <span className="block text-note text-mist/75">{file.description}</span>
                </span>
              </button>
              {!isCurrent && hasPixels(file) && (
                <IconButton
                  label={texts.showBeside({ name })}
                  icon={<Columns2 size={17} aria-hidden="true" />}
                  onClick={() => onCompare(file)}
                  className={onInk}
                />
              )}
            </li>
          );
        })}
      </ul>
    </PanelSection>
  );
}

const Thumbnail = ({ file: { thumbnailUrl, photoUrl } }: { file: ViewerFile }) => {
  const source = thumbnailUrl ?? photoUrl;
  return (
    <span className="grid h-12 w-18 shrink-0 place-items-center overflow-hidden rounded-chip bg-black">
      {source ? (
        <img src={source} alt="" loading="lazy" className="size-full object-contain" />
      ) : (
        <ImageIcon size={20} aria-hidden="true" className="text-mist/50" />
      )}
    </span>
  );
};
