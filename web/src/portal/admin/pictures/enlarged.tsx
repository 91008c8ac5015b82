import { type RefObject, useState } from 'react';
import { Viewer, type ViewerPicture } from '../../xrays/viewer.tsx';

/**
 * A picture over the dialog it belongs to. `content` stands inside that dialog; while a picture is looked
 * at, Escape and the backdrop belong to the viewer, so the dialog asks `isOpen` before it closes.
 */
export function useEnlarged(content: RefObject<HTMLElement | null>) {
  const [picture, setPicture] = useState<ViewerPicture>();
  const view = picture && (
    <Viewer
      pictures={[picture]}
      at={0}
      language="en"
      container={content.current?.closest('[role="dialog"]')}
      onClose={() => setPicture(undefined)}
    />
  );
  return { enlarge: setPicture, isOpen: picture !== undefined, view };
}
