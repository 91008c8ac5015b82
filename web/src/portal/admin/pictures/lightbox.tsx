import { useState } from 'react';
import { CloseOnBack } from '../../../lib/close-on-back.ts';
import { useDialogPopup } from '../../../ui/overlay/dialog.tsx';
import {
  FileViewer,
  type FileViewerProps,
  type ViewerPicture,
} from '../../file-viewer/file-viewer.tsx';

/**
 * A picture over the surrounding dialog, in which `view` is rendered. Escape and the backdrop close the picture
 * before the dialog: pass the dialog's `onClose` through `closeOr`.
 */
export function useLightbox() {
  const [picture, setPicture] = useState<ViewerPicture>();
  const close = () => setPicture(undefined);
  const view = picture && <DialogLightbox pictures={[picture]} at={0} onClose={close} />;
  const closeOr = (orElse: () => void) => () => (picture ? close() : orElse());
  return { enlarge: setPicture, closeOr, view };
}

/** Pictures over the surrounding dialog; Back closes them. */
export function DialogLightbox(props: Omit<FileViewerProps, 'container' | 'language'>) {
  return <Pictures {...props} container={useDialogPopup()} />;
}

/** Pictures over the page; Back closes them. */
export function PageLightbox(props: Omit<FileViewerProps, 'container' | 'language'>) {
  return <Pictures {...props} />;
}

function Pictures(props: Omit<FileViewerProps, 'language'>) {
  return (
    <>
      <FileViewer {...props} language="en" />
      <CloseOnBack close={props.onClose} />
    </>
  );
}
