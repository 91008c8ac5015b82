import { type ReactNode, useState } from 'react';
import { usePreview } from '../../api/previews.ts';
import { cx } from '../../lib/cx.ts';

export type Size = { width: number; height: number };

type SlideProps = {
  name: string;
  preview: string;
  /** The picture in all its pixels, where a browser can show it. */
  original?: string | undefined;
  /** Whether this slide is shown: only then its original is fetched. */
  isCurrent: boolean;
  /** Called with the pixels of each form when it is there, the larger one last. */
  onSize: (size: Size) => void;
  /** The whole form is there, or will not come. */
  onSettled: () => void;
  broken: ReactNode;
};

/**
 * The preview at once, the whole picture over it as soon as it has arrived: on 4G a panoramic is seen in the
 * moment it is pressed, and sharpens under the eye. Both lie in the same place, so zoom and position stay.
 */
export function Slide(props: SlideProps) {
  const { name, preview, original, isCurrent, onSize, onSettled, broken } = props;
  const [previewState, setPreviewState] = useState<'coming' | 'there' | 'broken'>('coming');
  const [wholeState, setWholeState] = useState<'coming' | 'there' | 'broken'>('coming');
  const [wanted, setWanted] = useState(isCurrent);
  if (isCurrent && !wanted) setWanted(true);
  const { url, isMissing } = usePreview(preview);
  if (isMissing && previewState !== 'broken') setPreviewState('broken');

  const isWhole = wholeState === 'there';
  if (previewState === 'broken' && (!original || wholeState === 'broken')) return broken;
  return (
    <>
      {!isWhole && url && previewState !== 'broken' && (
        <img
          src={url}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget }) => {
            setPreviewState('there');
            onSize(sizeOf(currentTarget));
          }}
          onError={() => setPreviewState('broken')}
          className={imageClass}
        />
      )}
      {original && wanted && wholeState !== 'broken' && (
        <img
          src={original}
          alt={name}
          draggable={false}
          aria-hidden={!isWhole || undefined}
          onLoad={({ currentTarget }) => {
            // Decoded first: the preview must not give way to an empty frame.
            void currentTarget
              .decode?.()
              .catch(() => undefined)
              .then(() => {
                setWholeState('there');
                onSettled();
                onSize(sizeOf(currentTarget));
              });
          }}
          onError={() => {
            setWholeState('broken');
            onSettled();
          }}
          className={cx(imageClass, !isWhole && 'opacity-0')}
        />
      )}
    </>
  );
}

const imageClass = 'yarl__slide_image absolute inset-0 size-full object-contain';

const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Size => ({
  width,
  height,
});
