import * as texts from '@deqiq/messages/site/common.js';
import avif480 from '../art/panoramic-480.avif';
import webp480 from '../art/panoramic-480.webp';
import avif960 from '../art/panoramic-960.avif';
import webp960 from '../art/panoramic-960.webp';
import avif1600 from '../art/panoramic-1600.avif';
import webp1600 from '../art/panoramic-1600.webp';

const candidates = (small: string, middle: string, large: string) =>
  `${small} 480w, ${middle} 960w, ${large} 1600w`;

/** A phone shows the middle of the film only; a finer picture would cost it more than it shows. */
const SIZES = '(width < 48rem) 68vw, 92vw';

/** The panoramic radiograph on its lightbox; the scan line crosses it once. */
export function Panoramic({ className }: { className: string }) {
  return (
    <div className={`lightbox scan ${className}`}>
      <picture>
        <source type="image/avif" srcSet={candidates(avif480, avif960, avif1600)} sizes={SIZES} />
        <img
          src={webp960}
          srcSet={candidates(webp480, webp960, webp1600)}
          sizes={SIZES}
          width={1600}
          height={800}
          fetchPriority="high"
          alt={texts.panoramicAlt()}
          className="film size-full object-cover object-[50%_88%]"
        />
      </picture>
    </div>
  );
}
