import * as texts from '@deqiq/messages/office/pictures.js';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import Yarl from 'yet-another-react-lightbox';
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen';
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/thumbnails.css';
import { slideOptions } from '../../../ui/slide-options.ts';
import './lightbox.css';

export type LightboxPicture = { name: string; src: string };

export type LightboxProps = {
  pictures: readonly LightboxPicture[];
  /** Index of the picture shown first. */
  at: number;
  onClose: () => void;
  /** The open dialog below the lightbox: it is rendered inside, so that the focus may enter. */
  container?: Element | undefined;
};

/** Loaded with the first click. */
export function PictureSlides({ pictures, at, onClose, container }: LightboxProps) {
  const [index, setIndex] = useState(at);
  const several = pictures.length > 1;
  return (
    <Yarl
      open
      close={onClose}
      index={index}
      slides={pictures.map(({ name, src }) => ({ src, alt: name }))}
      plugins={several ? [Fullscreen, Thumbnails, Zoom] : [Fullscreen, Zoom]}
      className="picture-slides"
      portal={{ root: container ?? null }}
      {...slideOptions}
      carousel={{ ...slideOptions.carousel, padding: 0 }}
      zoom={{ maxZoomPixelRatio: 4, scrollToZoom: true }}
      controller={{ closeOnPullDown: true }}
      on={{ view: ({ index: now }) => setIndex(now) }}
      render={{
        ...(several ? {} : { buttonPrev: () => null, buttonNext: () => null }),
        iconError: () => (
          <span className="picture-slides-broken">
            <ImageOff size={40} strokeWidth={1.5} aria-hidden="true" />
            {texts.notAvailable()}
          </span>
        ),
      }}
      toolbar={{
        buttons: [
          <div key="name" className="picture-slides-name">
            <p>{pictures[index]?.name}</p>
          </div>,
          'close',
        ],
      }}
    />
  );
}
