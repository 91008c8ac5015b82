import { lazy, Suspense } from 'react';
import type { Language } from '../../ui/language.tsx';

/** `preview` is seen at once, `src` in its place as soon as it is there; the same address where there is only one. */
export type ViewerPicture = { name: string; src: string; preview?: string | undefined };

export type FileViewerProps = {
  pictures: readonly ViewerPicture[];
  /** Index of the picture shown first. */
  at: number;
  /** Whose pictures they are, where somebody's; stands above the name of each. */
  subject?: string;
  onClose: () => void;
  language: Language;
  /** Shows a button that saves the picture now looked at. */
  onDownload?: (name: string) => void;
  /** The open dialog the viewer stands above, so that focus may go into it. */
  container?: Element | null | undefined;
};

const load = () => import('./lightbox.tsx');
const Lightbox = lazy(() => load().then((module) => ({ default: module.Lightbox })));

/** Milliseconds a list has to itself before the viewer's code is fetched behind it. */
const LIST_FIRST = 2_000;

/** Fetches the viewer's code before anybody asks for it; returns how to leave it. */
export function preloadViewer(): () => void {
  const timer = setTimeout(() => void load().catch(() => undefined), LIST_FIRST);
  return () => clearTimeout(timer);
}

/** Pictures over the whole screen, with zoom; its code comes with the first click, or is there already. */
export function FileViewer(props: FileViewerProps) {
  return (
    <Suspense fallback={null}>
      <Lightbox {...props} />
    </Suspense>
  );
}
