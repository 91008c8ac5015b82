import { Download, Eye, EyeOff, Maximize, Minimize, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ViewerFile } from '../viewer-file.ts';
import { labels } from './labels.ts';

type ViewerHeaderProps = {
  subject: string;
  files: readonly ViewerFile[];
  file: ViewerFile | undefined;
  onFile: (fileId: string) => void;
  onClose: () => void;
  onDownload: () => void;
  isPrivate: boolean;
  onPrivacy: () => void;
};

/** Patient and file, the other files of the examination, and the actions that are no tools. */
export function ViewerHeader(props: ViewerHeaderProps) {
  const { subject, files, file, onFile, onClose, onDownload, isPrivate, onPrivacy } = props;
  const [isFull, toggleFull] = useFullScreen();
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 px-1.5 pt-[env(safe-area-inset-top)]">
      <IconButton
        label={labels.close}
        icon={<X size={20} aria-hidden="true" />}
        onClick={onClose}
        className={onInk}
      />
      <div className="min-w-0 grow">
        <h1 className="truncate text-desk font-medium">
          {isPrivate ? labels.viewer : subject || labels.viewer}
        </h1>
        {files.length > 1 ? (
          <select
            aria-label={labels.pictures}
            value={file?.id}
            onChange={({ target }) => onFile(target.value)}
            className="-ml-1 max-w-full truncate rounded-chip bg-ink px-1 text-note text-mist/80"
          >
            {files.map(({ id, name }, index) => (
              <option key={id} value={id}>
                {isPrivate ? `${index + 1} / ${files.length}` : name}
              </option>
            ))}
          </select>
        ) : (
          <p className="truncate text-note text-mist/75">
            {[isPrivate ? '' : file?.name, file?.description].filter(Boolean).join(' · ')}
          </p>
        )}
      </div>
      <IconButton
        label={isPrivate ? labels.actions.showNames : labels.actions.privacy}
        aria-pressed={isPrivate}
        icon={
          isPrivate ? <EyeOff size={19} aria-hidden="true" /> : <Eye size={19} aria-hidden="true" />
        }
        onClick={onPrivacy}
        className={onInk}
      />
      <IconButton
        label={labels.download}
        icon={<Download size={19} aria-hidden="true" />}
        onClick={onDownload}
        className={onInk}
      />
      {toggleFull && (
        <IconButton
          label={isFull ? labels.actions.leaveFullScreen : labels.actions.fullScreen}
          icon={
            isFull ? (
              <Minimize size={19} aria-hidden="true" />
            ) : (
              <Maximize size={19} aria-hidden="true" />
            )
          }
          onClick={toggleFull}
          className={onInk}
        />
      )}
    </header>
  );
}

/** Colours of icon buttons on the dark of the viewer. */
export const onInk =
  'size-11 text-mist! not-disabled:hover:bg-white/10! not-disabled:hover:text-white!';

/** Full screen, where the browser has it: an iPhone has not. */
function useFullScreen(): [boolean, (() => void) | undefined] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  const toggle = () => {
    // The whole document: dialogs and messages are beside the viewer in it.
    const change = isFull
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  };
  return [isFull, document.fullscreenEnabled ? toggle : undefined];
}
