import type { ImagingSummary } from '@deqiq/contract/shared/imaging/derivatives.ts';
import sharp from 'sharp';
import type { Derivation } from '../../derivation.ts';
import { decode } from '../images.ts';
import type { Input } from '../input.ts';
import type { Emit } from './emit.ts';
import { emitPreviews } from './previews.ts';

/** WebP quality. */
const PHOTO_QUALITY = 82;

/** Previews of a photograph, upright and without metadata such as its location. */
export async function derivePhoto(input: Input, emit: Emit): Promise<Derivation> {
  const picture = await decode(input);
  const { data, info } = await picture.autoOrient().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const open = () => sharp(data, { raw: { width, height, channels } });
  const previews = await emitPreviews(open, { width, height }, PHOTO_QUALITY, emit);
  const summary: ImagingSummary = { width, height, frames: 1, previews };
  return { state: 'ready', kind: 'image', summary, description: undefined };
}
