import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import { LargePicture } from '../../../examinations/file-viewer/large-picture.tsx';
import type { useLightbox } from '../../pictures/lightbox.tsx';

type PhotosProps = {
  files: readonly FileLink[];
  /** Of `useLightbox`, in the dialog around them. */
  onEnlarge: ReturnType<typeof useLightbox>['enlarge'];
};

/** Pictures that a partner has sent; a press shows one over the whole window, where it can be zoomed. */
export const Photos = ({ files, onEnlarge }: PhotosProps) => (
  <ul className="grid content-start gap-3">
    {files.map((file) => (
      <li key={file.id}>
        <button
          type="button"
          aria-label={texts.enlarge({ name: file.name })}
          onClick={() => onEnlarge({ name: file.name, src: file.url })}
          className="block w-full cursor-zoom-in overflow-hidden rounded-card bg-ink"
        >
          <LargePicture file={file} className="max-h-[68dvh] min-h-60 w-full" />
        </button>
      </li>
    ))}
  </ul>
);
