import * as texts from '@deqiq/messages/partner/shipments.js';
import { Camera, Images } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { archPath } from '../../../ui/page/arch.ts';
import { ACCEPTED } from '../../referrals/referral-pictures/picture-rules.ts';

type ChooserProps = { onFiles: (files: readonly File[]) => void };

const arch = { width: 200, depth: 150, x: 110, y: 162 };

/** The empty lightbox: takes a picture by camera, file picker or drop. */
export function Chooser({ onFiles }: ChooserProps) {
  const [isDraggedOver, setOver] = useState(false);
  const phone = useMediaQuery('(pointer: coarse), (max-width: 47.9rem)');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the buttons inside
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
      }}
      className={cx(
        'grid min-h-80 grid-rows-[1fr_auto_auto] gap-4 border-y bg-ink p-5 text-mist max-md:-mx-4 md:min-h-112 md:rounded-sheet md:border md:p-7',
        isDraggedOver ? 'border-glow' : 'border-line',
      )}
    >
      <svg
        viewBox="0 0 220 170"
        aria-hidden="true"
        className="h-36 place-self-center fill-none stroke-glow md:h-52"
      >
        <path
          d={archPath(arch)}
          strokeWidth="2"
          strokeOpacity={isDraggedOver ? 1 : 0.75}
          strokeLinecap="round"
          strokeDasharray="1 9"
        />
      </svg>
      <p className="text-center text-desk text-mist/80">
        {isDraggedOver ? texts.drop() : texts.accepted()}
      </p>
      <div className="grid gap-2.5 sm:flex sm:justify-center">
        {phone && (
          <FileButton
            variant="onInk"
            camera
            onFiles={onFiles}
            icon={<Camera size={19} aria-hidden="true" />}
          >
            {texts.takePicture()}
          </FileButton>
        )}
        <FileButton
          variant={phone ? 'quiet' : 'onInk'}
          onFiles={onFiles}
          icon={<Images size={19} aria-hidden="true" />}
        >
          {texts.chooseFile()}
        </FileButton>
      </div>
    </div>
  );
}

type FileButtonProps = {
  variant: 'onInk' | 'quiet';
  /** Opens the camera where there is one. */
  camera?: boolean;
  onFiles: ChooserProps['onFiles'];
  icon: ReactNode;
  children: string;
};

const looks = {
  onInk: 'bg-glow text-ink hover:bg-[#a5eef1]',
  quiet: 'border border-mist/35 text-mist hover:bg-mist/10',
};

/** A file input that looks like a button; its name is the text on it. */
function FileButton({ variant, camera = false, onFiles, icon, children }: FileButtonProps) {
  return (
    <label
      className={cx(
        'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-field px-4.5 text-desk font-medium transition-colors duration-160',
        looks[variant],
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-glow',
      )}
    >
      <input
        type="file"
        accept={camera ? 'image/*' : ACCEPTED}
        {...(camera ? { capture: 'environment' as const } : { name: 'file' })}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = ''; // so that the same file can be selected again
          if (files.length > 0) onFiles(files);
        }}
      />
      {icon}
      {children}
    </label>
  );
}
