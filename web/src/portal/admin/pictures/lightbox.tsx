import { lazy, Suspense, useState } from 'react';
import { CloseOnBack } from '../../../lib/history/close-on-back.ts';
import { useDialogPopup } from '../../../ui/overlay/dialog.tsx';
import type { LightboxPicture, LightboxProps } from './picture-slides.tsx';

const PictureSlides = lazy(() =>
  import('./picture-slides.tsx').then((module) => ({ default: module.PictureSlides })),
);

/**
 * A picture over the surrounding dialog, in which `view` is rendered. Escape and the backdrop close the picture
 * before the dialog: pass the dialog's `onClose` through `closeOr`.
 */
export function useLightbox() {
  const [picture, setPicture] = useState<LightboxPicture>();
  const close = () => setPicture(undefined);
  const view = picture && <DialogLightbox pictures={[picture]} at={0} onClose={close} />;
  const closeOr = (orElse: () => void) => () => (picture ? close() : orElse());
  return { enlarge: setPicture, closeOr, view };
}

function DialogLightbox(props: Omit<LightboxProps, 'container'>) {
  return <PageLightbox {...props} container={useDialogPopup()} />;
}

/** Pictures over the page; Back closes them. */
export function PageLightbox(props: LightboxProps) {
  return (
    <>
      <Suspense fallback={null}>
        <PictureSlides {...props} />
      </Suspense>
      <CloseOnBack close={props.onClose} />
    </>
  );
}
