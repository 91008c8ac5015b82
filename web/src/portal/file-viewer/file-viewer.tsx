import { lazy, Suspense } from 'react';
import type { Language } from '../../ui/language.tsx';

/** `preview` is shown until `src` is loaded; both are the same address if there is only one. */
export type ViewerPicture = { name: string; src: string; preview?: string | undefined };

export type FileViewerProps = {
  pictures: readonly ViewerPicture[];
  /** Index of the picture shown first. */
  at: number;
  /** Patient and examination, shown above the name of each picture. */
  subject?: string;
  onClose: () => void;
  language: Language;
  /** If present, a button downloads the current picture. */
  onDownload?: (name: string) => void;
  /** The open dialog below the viewer: the viewer is rendered inside it, so that the focus may enter. */
  container?: Element | null | undefined;
};

const load = () => import('./lightbox.tsx');
const Lightbox = lazy(() => load().then((module) => ({ default: module.Lightbox })));

/** Milliseconds before the viewer's code is preloaded, so that it does not compete with the list. */
const LIST_FIRST = 2_000;

/** Preloads the viewer's code. Returns the function that cancels it. */
export function preloadViewer(): () => void {
  const timer = setTimeout(() => void load().catch(() => undefined), LIST_FIRST);
  return () => clearTimeout(timer);
}

/** Pictures over the whole screen, with zoom. Its code is loaded on first use unless it was preloaded. */
export function FileViewer(props: FileViewerProps) {
  return (
    <Suspense fallback={null}>
      <Lightbox {...props} />
    </Suspense>
  );
}
