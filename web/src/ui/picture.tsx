import * as texts from '@deqiq/messages/ui/kit.js';
import { ImageOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from '../lib/cx.ts';

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & {
  src: string | undefined;
  alt: string;
  /** Shown if the picture fails to load; a placeholder by default. */
  fallback?: ReactNode;
};

/** A picture, or a placeholder of the same size if it fails to load. */
export function Picture({ src, alt, fallback, className, onError, ...props }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  if (src && broken !== src) {
    return (
      <img
        decoding="async"
        {...props}
        src={src}
        alt={alt}
        className={className}
        onError={(event) => {
          setBroken(src);
          onError?.(event);
        }}
      />
    );
  }
  return (
    fallback ?? (
      <span
        role="img"
        aria-label={alt ? texts.noPictureOf({ name: alt }) : texts.noPicture()}
        style={{ width: props.width, height: props.height }}
        className={cx('inline-grid place-items-center bg-sunken text-muted', className)}
      >
        <ImageOff size={20} aria-hidden="true" />
      </span>
    )
  );
}
