import * as texts from '@deqiq/messages/viewer/viewer.js';
import { Download, Maximize, Minimize, VenetianMask, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ViewerFile } from '../viewer-file.ts';

type ViewerHeaderProps = {
  subject: string;
  files: readonly ViewerFile[];
  file: ViewerFile | undefined;
  onFile: (fileId: string) => void;
  onClose: () => void;
  onDownload: () => void;
  isPrivate: boolean;
  onPrivacy: () => void;
  onFull: () => void;
  /** Beside the download. */
  share: ReactNode;
};

/** Patient and file, the other files of the examination, and the actions that are no tools. */
export function ViewerHeader(props: ViewerHeaderProps) {
  const { subject, files, file, onFile, onClose, onDownload, isPrivate, onPrivacy } = props;
  return (
    <header className="flex min-h-14 shrink-0 items-center px-1.5 landscape:max-lg:min-h-11 pt-[env(safe-area-inset-top)]">
      <IconButton
        label={texts.close()}
        icon={<X size={20} aria-hidden="true" />}
        onClick={onClose}
        className={onInk}
      />
      <div className="min-w-0 grow">
        <h1 className="truncate text-desk font-medium">
          {isPrivate ? texts.viewer() : subject || texts.viewer()}
        </h1>
        {files.length > 1 ? (
          <select
            aria-label={texts.pictures()}
            value={file?.id}
            onChange={({ target }) => onFile(target.value)}
            className="-ml-1 max-w-full truncate rounded-chip bg-ink px-1 text-note text-mist/80"
          >
            {files.map((one, index) => (
              <option key={one.id} value={one.id}>
                {`${index + 1} / ${files.length}${isPrivate ? '' : ` · ${one.name}`}`}
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
        label={isPrivate ? texts.showNames() : texts.hideNames()}
        aria-pressed={isPrivate}
        icon={<VenetianMask size={19} aria-hidden="true" />}
        onClick={onPrivacy}
        className={cx(onInk, isPrivate && 'bg-glow/20 text-glow!')}
      />
      <IconButton
        label={texts.download()}
        icon={<Download size={19} aria-hidden="true" />}
        onClick={onDownload}
        className={onInk}
      />
      {props.share}
      <IconButton
        label={texts.fullScreen()}
        icon={<Maximize size={19} aria-hidden="true" />}
        onClick={props.onFull}
        className={onInk}
      />
    </header>
  );
}

/** Colours of icon buttons on the dark of the viewer. */
export const onInk =
  'size-11 max-lg:size-10.5! text-mist! not-disabled:hover:bg-white/10! not-disabled:hover:text-white!';

/** The picture alone on the screen, also where the browser has no full screen, as on an iPhone. */
export function useFullScreen(): [isFull: boolean, toggle: () => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  const toggle = () => {
    setFull(!isFull);
    if (!document.fullscreenEnabled) return;
    // The whole document: dialogs and messages are beside the viewer in it.
    const change = isFull
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  };
  return [isFull, toggle];
}

/** The way back from the picture alone. */
export const LeaveFullScreen = ({ onPress }: { onPress: () => void }) => (
  <IconButton
    label={texts.leaveFullScreen()}
    icon={<Minimize size={19} aria-hidden="true" />}
    onClick={onPress}
    className={cx(onInk, 'absolute top-13 right-2 z-10 bg-ink/80')}
  />
);
