import { type PictureKind, pictureUrl } from '@deqiq/contract/imaging/pictures.ts';
import * as texts from '@deqiq/messages/office/pictures.js';
import { Maximize2, X } from 'lucide-react';
import { cx } from '../../../lib/cx.ts';
import { useFileUrl } from '../../../lib/files/file-url.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Picture } from '../../../ui/picture.tsx';
import type { FormPicture } from './picture-rules.ts';
import type { LightboxPicture } from './picture-slides.tsx';

type PictureTileProps = {
  kind: PictureKind;
  picture: FormPicture;
  /** The picture's name in the labels of its buttons. */
  name: string;
  onEnlarge: (picture: LightboxPicture) => void;
  onRemove: () => void;
  /** The browser cannot decode the file: it is no picture, despite its name. */
  onBroken: () => void;
  className?: string;
};

/** A picture of a form as it will look, to enlarge or to remove. */
export function PictureTile({
  kind,
  picture,
  name,
  onEnlarge,
  onRemove,
  onBroken,
  className,
}: PictureTileProps) {
  const file = picture instanceof File ? picture : undefined;
  const local = useFileUrl(file);
  const src = typeof picture === 'string' ? pictureUrl(kind, picture) : local;
  const title = file?.name ?? name;
  return (
    <div className={cx('relative overflow-hidden rounded-card border border-line', className)}>
      <button
        type="button"
        aria-label={texts.enlarge({ name })}
        onClick={() => src && onEnlarge({ name: title, src })}
        className="group/tile grid size-full cursor-zoom-in place-items-center bg-sunken"
      >
        {src && (
          <Picture
            src={src}
            alt=""
            onError={() => file && onBroken()}
            className="absolute inset-0 size-full object-contain"
          />
        )}
        <span
          aria-hidden="true"
          className="absolute bottom-2 left-2 grid size-7 place-items-center rounded-full bg-ink/70 text-mist"
        >
          <Maximize2 size={14} />
        </span>
      </button>
      <IconButton
        label={texts.remove({ name })}
        icon={<X size={17} aria-hidden="true" />}
        onClick={onRemove}
        className="absolute top-1.5 right-1.5 bg-surface/90 shadow-float"
      />
    </div>
  );
}
