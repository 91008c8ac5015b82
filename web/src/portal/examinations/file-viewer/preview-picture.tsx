import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { usePreview } from '../../../api/imaging/previews.ts';
import { cx } from '../../../lib/cx.ts';
import { Picture } from '../../../ui/picture.tsx';

type PreviewPictureProps = Omit<ComponentProps<typeof Picture>, 'src' | 'loading' | 'onError'> & {
  src: string;
  /** Loads the picture once it is near the visible part of the page. */
  isLazy?: boolean;
};

/** A preview of a patient's file, shown from memory. */
export function PreviewPicture({ src, isLazy = false, ...picture }: PreviewPictureProps) {
  const element = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(element, isLazy);
  const { url, isMissing } = usePreview(isNear ? src : undefined);
  if (url || isMissing) return <Picture {...picture} src={url} />;
  const { width, height, className } = picture;
  return (
    <span
      ref={element}
      style={{ width, height }}
      className={cx('block animate-pulse bg-mist/12', className)}
    />
  );
}

/** Pixels before the edge of the window at which a picture is requested. */
const MARGIN = '400px';

function useIsNear(element: React.RefObject<Element | null>, isLazy: boolean): boolean {
  const [isNear, setNear] = useState(!isLazy || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}
