import { type PictureWidth, pictureWidths } from '@deqiq/contract/pictures.ts';

/** Under which widths a picture this wide is kept: none that would show no more than the one before. */
export const storedWidths = (width: number): PictureWidth[] =>
  pictureWidths.filter((_, index) => index === 0 || (pictureWidths[index - 1] ?? 0) < width);

/** The kept width that serves a wish best: the first that is no narrower, else the widest. */
export function bestWidth(width: number, requested: PictureWidth | undefined): PictureWidth {
  const stored = storedWidths(width);
  const wide = requested && stored.find((each) => each >= requested);
  return wide ?? stored[stored.length - 1] ?? pictureWidths[0];
}
