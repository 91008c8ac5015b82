import { useState } from 'react';
import { useDialogPopup } from '../../../ui/dialog.tsx';
import { Viewer, type ViewerPicture, type ViewerProps } from '../../xrays/viewer.tsx';

/**
 * A picture over the dialog it belongs to; `view` stands inside that dialog. While a picture is looked at,
 * Escape and the backdrop belong to the viewer, so the dialog asks `isOpen` before it closes.
 */
export function useEnlarged() {
  const [picture, setPicture] = useState<ViewerPicture>();
  const view = picture && (
    <OverDialog pictures={[picture]} at={0} onClose={() => setPicture(undefined)} />
  );
  return { enlarge: setPicture, isOpen: picture !== undefined, view };
}

/** Pictures over the dialog this stands in. */
export function OverDialog(props: Omit<ViewerProps, 'container' | 'language'>) {
  return <Viewer {...props} language="en" container={useDialogPopup()} />;
}
