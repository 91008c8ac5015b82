import * as texts from '@deqiq/messages/site/certificate-pictures.js';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import Yarl, { type SlideImage } from 'yet-another-react-lightbox';
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen';
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/thumbnails.css';
import { slideOptions } from '../../../ui/slide-options.ts';
import './lightbox.css';

const listLabels = () => ({
  Previous: texts.previous(),
  Next: texts.next(),
  Close: texts.close(),
  Slide: texts.picture(),
  Carousel: texts.pictures(),
  Lightbox: texts.view(),
  'Photo gallery': texts.pictures(),
  '{index} of {total}': '{index} / {total}',
  Thumbnails: texts.thumbnails(),
  'Show thumbnails': texts.showThumbnails(),
  'Hide thumbnails': texts.hideThumbnails(),
  'Enter Fullscreen': texts.enterFullscreen(),
  'Exit Fullscreen': texts.exitFullscreen(),
});

export interface CertificateSlide extends SlideImage {
  alt: string;
  thumbnail: string;
}

interface LightboxProps {
  slides: readonly CertificateSlide[];
  at: number;
  onClose: () => void;
}

/** The large view of certificates. */
export function Lightbox({ slides, at, onClose }: LightboxProps) {
  const [index, setIndex] = useState(at);
  const several = slides.length > 1;
  return (
    <Yarl
      open
      close={onClose}
      index={index}
      slides={[...slides]}
      labels={listLabels()}
      plugins={several ? [Fullscreen, Thumbnails] : [Fullscreen]}
      className="certificates"
      {...slideOptions}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      on={{ view: ({ index: now }) => setIndex(now) }}
      render={{
        ...(several ? {} : { buttonPrev: () => null, buttonNext: () => null }),
        iconError: () => (
          <span className="certificate-broken">
            <ImageOff size={40} strokeWidth={1.5} aria-hidden="true" />
            {texts.broken()}
          </span>
        ),
      }}
    />
  );
}
