import { useState } from 'react';
import { BackCloses } from '../../../lib/back-closes.ts';
import { useDialogPopup } from '../../../ui/overlay/dialog.tsx';
import { Viewer, type ViewerPicture, type ViewerProps } from '../../file-viewer/file-viewer.tsx';

/**
 * A picture over the dialog it belongs to; `view` stands inside that dialog. Escape and the backdrop take
 * the picture away before they close the dialog: `shutOr` says what closes that.
 */
export function useEnlarged() {
  const [picture, setPicture] = useState<ViewerPicture>();
  const shut = () => setPicture(undefined);
  const view = picture && <OverDialog pictures={[picture]} at={0} onClose={shut} />;
  const shutOr = (orElse: () => void) => () => (picture ? shut() : orElse());
  return { enlarge: setPicture, shutOr, view };
}

/** Pictures over the dialog this stands in; Back takes them away. */
export function OverDialog(props: Omit<ViewerProps, 'container' | 'language'>) {
  return <Pictures {...props} container={useDialogPopup()} />;
}

/** Pictures over the page; Back takes them away. */
export function OverPage(props: Omit<ViewerProps, 'container' | 'language'>) {
  return <Pictures {...props} />;
}

function Pictures(props: Omit<ViewerProps, 'language'>) {
  return (
    <>
      <Viewer {...props} language="en" />
      <BackCloses close={props.onClose} />
    </>
  );
}
