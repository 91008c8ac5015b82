import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import Yarl, { type SlideImage } from 'yet-another-react-lightbox';
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen';
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/thumbnails.css';
import { slideOptions } from '../../../ui/slide-options.ts';
import './lightbox.css';

const labels = {
  Previous: 'Əvvəlki',
  Next: 'Növbəti',
  Close: 'Bağla',
  Slide: 'Şəkil',
  Carousel: 'Şəkillər',
  Lightbox: 'Şəkil baxışı',
  'Photo gallery': 'Şəkillər',
  '{index} of {total}': '{index} / {total}',
  Thumbnails: 'Kiçik şəkillər',
  'Show thumbnails': 'Kiçik şəkilləri göstər',
  'Hide thumbnails': 'Kiçik şəkilləri gizlət',
  'Enter Fullscreen': 'Tam ekran',
  'Exit Fullscreen': 'Tam ekrandan çıx',
} as const;

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
      labels={labels}
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
            Şəkil göstərilə bilmir
          </span>
        ),
      }}
    />
  );
}
