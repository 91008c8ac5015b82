import * as texts from '@deqiq/messages/partner/shipments.js';
import { Trash2 } from 'lucide-react';
import { useFileUrl } from '../../../lib/files/file-url.ts';
import { Picture } from '../../../ui/picture.tsx';
import { fileSize } from '../../examinations/file-viewer/format.ts';

type PreviewProps = {
  file: File;
  disabled: boolean;
  onRemove: () => void;
  /** The browser cannot decode the file: it is no picture, despite its name. */
  onBroken: () => void;
};

/** The selected picture on ink, with its name and size. */
export function Preview({ file, disabled, onRemove, onBroken }: PreviewProps) {
  const url = useFileUrl(file);
  return (
    <figure className="overflow-hidden border-y border-line bg-ink text-mist max-md:-mx-4 md:rounded-sheet md:border">
      {url && (
        <Picture
          src={url}
          alt={texts.chosen()}
          onError={onBroken}
          className="h-80 w-full object-contain md:h-[28rem]"
        />
      )}
      <figcaption className="flex items-center gap-3 border-t border-mist/15 py-1.5 pr-1.5 pl-4 text-desk">
        <span className="min-w-0 grow truncate">{file.name}</span>
        <span className="shrink-0 text-mist/75">{fileSize(file.size)}</span>
        <button
          type="button"
          disabled={disabled}
          onClick={onRemove}
          className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-field px-3 font-medium not-disabled:hover:bg-mist/10 focus-visible:outline-glow disabled:opacity-50"
        >
          <Trash2 size={17} aria-hidden="true" />
          {texts.removeFile()}
        </button>
      </figcaption>
    </figure>
  );
}
