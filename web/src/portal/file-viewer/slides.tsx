import { type ReactNode, useState } from 'react';
import { isImageSlide, type RenderSlideProps, type SlideImage } from 'yet-another-react-lightbox';
import type { ViewerPicture } from './file-viewer.tsx';
import { PreviewPicture } from './preview-picture.tsx';
import { type Size, Slide } from './slide.tsx';

const hasWhole = ({ src, preview }: ViewerPicture) => preview !== undefined && src !== preview;

/** The lightbox's slides, how each is drawn, and whether one is still seen as its preview alone. */
export function useSlides(pictures: readonly ViewerPicture[], broken: ReactNode) {
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
  const [settled, setSettled] = useState<readonly string[]>([]);

  const slides: SlideImage[] = pictures.map(({ name, src }) => ({
    src,
    alt: name,
    // How far it can be zoomed; unknown until a form of it is there.
    ...sizes[src],
  }));

  const pictureOf = (slide: object) => {
    const src = isImageSlide(slide as SlideImage) ? (slide as SlideImage).src : undefined;
    return pictures.find((each) => each.src === src);
  };

  function thumbnail({ slide: current }: { slide: object }): ReactNode {
    const preview = pictureOf(current)?.preview;
    if (!preview) return undefined;
    return <PreviewPicture src={preview} alt="" className="size-full object-cover" />;
  }

  /** What has no preview is drawn by the lightbox itself. */
  function slide({ slide: current, offset }: RenderSlideProps): ReactNode {
    const picture = pictureOf(current);
    if (!picture?.preview) return undefined;
    const { src } = picture;
    return (
      <Slide
        key={src}
        name={picture.name}
        preview={picture.preview}
        original={hasWhole(picture) ? src : undefined}
        isCurrent={offset === 0}
        onSize={(size) => setSizes((sizes) => ({ ...sizes, [src]: size }))}
        onSettled={() => setSettled((sources) => [...sources, src])}
        broken={broken}
      />
    );
  }

  const isSharpening = (picture: ViewerPicture | undefined): boolean =>
    picture !== undefined && hasWhole(picture) && !settled.includes(picture.src);

  return { slides, slide, thumbnail, isSharpening };
}
