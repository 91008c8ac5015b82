import type { PackLevel, PictureMetadata } from '@deqiq/contract/shared/imaging/derivatives.ts';
import { findBrightness } from '../../gl/drawings/uniforms.ts';
import type { Pane } from '../../panes.ts';
import { verifyChecksum } from '../checksum.ts';
import { PictureError } from '../picture-error.ts';

/**
 * Finds the bricks whose voxels are all black in a pane, as air is in the window of bone: they need not be loaded. An
 * older pack does not tell them. Throws PictureError where the bytes are damaged.
 */
export function blackBricks(
  { brickMaxima, lengths }: Pick<PackLevel, 'brickMaxima' | 'lengths'>,
  metadata: Pick<PictureMetadata, 'bits' | 'slope' | 'intercept'>,
) {
  const maxima = brickMaxima && verifyChecksum(Uint8Array.from(brickMaxima));
  if (maxima && maxima.length !== lengths.length) throw new PictureError('damaged');
  const step = 2 ** Math.max(0, metadata.bits - 8);
  const measured = new Set<number>();

  return {
    /** Tells whether a brick is black in this pane. */
    findIn(pane: Pane): (index: number) => boolean {
      if (!maxima || metadata.slope <= 0) return () => false;
      const black = highestBlack(pane, metadata);
      return (index) => ((maxima[index] ?? 255) + 1) * step - 1 <= black && !measured.has(index);
    },

    /** The values of a brick are read, and not only drawn: it counts as black no more. False where it did not before. */
    measure(index: number): boolean {
      const isFirst = !measured.has(index);
      measured.add(index);
      return isFirst;
    },
  };
}

/** The highest stored pixel that is black; -1 where values below the window are seen too: in a mean, and sharpened. */
function highestBlack(
  pane: Pane,
  { slope, intercept }: Pick<PictureMetadata, 'slope' | 'intercept'>,
): number {
  if (pane.kind !== 'plane' && pane.kind !== 'panoramic') return -1;
  const { slab, sharpen, window } = pane;
  if (sharpen > 0 || (slab.mode === 'mean' && slab.millimetres > 0)) return -1;
  const [factor, summand] = findBrightness(window, { slope, intercept });
  return -summand / factor;
}
