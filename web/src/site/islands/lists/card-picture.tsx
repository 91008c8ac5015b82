import { type PictureKind, pictureUrl, pictureWidths } from '@deqiq/contract/imaging/pictures.ts';
import { useState } from 'react';
import { Mark } from '../../../ui/page/mark.tsx';

interface CardPictureProps {
  kind: PictureKind;
  file: string;
  alt: string;
  /** As in `img`. */
  sizes: string;
  /** Not on the first screen. */
  lazy: boolean;
  className: string;
}

/** A picture of staff's own in the width the screen needs; a broken one is a quiet mark of the same size. */
export function CardPicture({ kind, file, alt, sizes, lazy, className }: CardPictureProps) {
  const [broken, setBroken] = useState(!file);
  if (broken) {
    return (
      <div className={`grid place-items-center bg-mist ${className}`} role="img" aria-label={alt}>
        <Mark missing className="size-16 text-line" />
      </div>
    );
  }
  return (
    <img
      src={pictureUrl(kind, file, 960)}
      srcSet={pictureWidths.map((width) => `${pictureUrl(kind, file, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      className={`bg-mist object-cover ${className}`}
      onError={() => setBroken(true)}
    />
  );
}
