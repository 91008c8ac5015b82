import { lazy, Suspense } from 'react';

/** `preview` is seen at once, `src` in its place as soon as it is there; the same address where there is only one. */
export type ViewerPicture = { name: string; src: string; preview?: string | undefined };

export type ViewerProps = {
  pictures: readonly ViewerPicture[];
  /** Index of the picture shown first. */
  at: number;
  onClose: () => void;
  language: 'az' | 'en';
  /** Shows a button that saves the picture now looked at. */
  onDownload?: (name: string) => void;
  /** The open dialog the viewer stands above, so that focus may go into it. */
  container?: Element | null | undefined;
};

const Lightbox = lazy(() =>
  import('./lightbox.tsx').then((module) => ({ default: module.Lightbox })),
);

/** Pictures over the whole screen, with zoom; its code comes with the first click. */
export function Viewer(props: ViewerProps) {
  return (
    <Suspense fallback={null}>
      <Lightbox {...props} />
    </Suspense>
  );
}
