import { type PictureWidth, pictureWidths } from '@deqiq/contract/pictures.ts';

/** Under which widths a picture this wide is kept: none that would show no more than the one before. */
export const keptWidths = (width: number): PictureWidth[] =>
  pictureWidths.filter((_, index) => index === 0 || (pictureWidths[index - 1] ?? 0) < width);

/** The kept width that serves a wish best: the first that is no narrower, else the widest. */
export function bestWidth(width: number, wish: PictureWidth | undefined): PictureWidth {
  const kept = keptWidths(width);
  const wide = wish && kept.find((each) => each >= wish);
  return wide ?? kept[kept.length - 1] ?? pictureWidths[0];
}
