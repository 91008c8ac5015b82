import { Download, ImageOff } from 'lucide-react';
import { useState } from 'react';
import Yarl from 'yet-another-react-lightbox';
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen';
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/thumbnails.css';
import './lightbox.css';
import { DownloadTray } from './download-tray.tsx';
import type { FileViewerProps } from './file-viewer.tsx';
import { useSlides } from './slides.tsx';

const azerbaijani = {
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
  'Zoom in': 'Yaxınlaşdır',
  'Zoom out': 'Uzaqlaşdır',
  'Enter Fullscreen': 'Tam ekran',
  'Exit Fullscreen': 'Tam ekrandan çıx',
} as const;

const LABELS = {
  az: {
    labels: azerbaijani,
    download: 'Yüklə',
    broken: 'Şəkil göstərilə bilmir',
    sharpening: 'Tam keyfiyyət yüklənir',
  },
  en: {
    labels: {},
    download: 'Download',
    broken: 'Picture not available',
    sharpening: 'Loading full quality',
  },
} as const;

/** Loaded with the first click. Preload, fade, swipe and thumbnails: specification, section 9. */
export function Lightbox(props: FileViewerProps) {
  const { pictures, at, subject, onClose, language, onDownload, container } = props;
  const [index, setIndex] = useState(at);
  const labels = LABELS[language];
  const { slides, slide, thumbnail, isSharpening } = useSlides(
    pictures,
    <Broken text={labels.broken} />,
  );
  const current = pictures[index];
  const several = slides.length > 1;
  return (
    <Yarl
      open
      close={onClose}
      index={index}
      slides={slides}
      labels={labels.labels}
      plugins={several ? [Fullscreen, Thumbnails, Zoom] : [Fullscreen, Zoom]}
      className="xray-viewer"
      portal={{ root: container ?? null }}
      carousel={{ preload: 2, finite: true, padding: 0 }}
      animation={{ fade: 250, swipe: 500 }}
      thumbnails={{ width: 120, height: 80 }}
      // X-rays are viewed at more than their own resolution.
      zoom={{ maxZoomPixelRatio: 4, scrollToZoom: true }}
      controller={{ closeOnPullDown: true }}
      on={{ view: ({ index: now }) => setIndex(now) }}
      render={{
        ...(several ? {} : { buttonPrev: () => null, buttonNext: () => null }),
        iconError: () => <Broken text={labels.broken} />,
        slide,
        thumbnail,
        // The page's own tray is covered by the viewer.
        controls: () => (
          <>
            {isSharpening(current) && (
              <p role="status" className="xray-viewer-sharpening">
                {labels.sharpening}
              </p>
            )}
            {onDownload && <DownloadTray language={language} />}
          </>
        ),
      }}
      toolbar={{
        buttons: [
          <div key="name" className="xray-viewer-name">
            {subject && <p>{subject}</p>}
            <p>{current?.name}</p>
          </div>,
          onDownload && (
            <button
              key="download"
              type="button"
              aria-label={labels.download}
              title={labels.download}
              className="yarl__button"
              onClick={() => onDownload(current?.name ?? '')}
            >
              <Download className="yarl__icon" aria-hidden="true" />
            </button>
          ),
          'close',
        ],
      }}
    />
  );
}

function Broken({ text }: { text: string }) {
  return (
    <span className="xray-viewer-broken">
      <ImageOff size={40} strokeWidth={1.5} aria-hidden="true" />
      {text}
    </span>
  );
}
