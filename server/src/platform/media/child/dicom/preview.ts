import { MAX_PICTURE_PIXELS } from '@deqiq/contract/shared/limits.ts';
import { greyPreview } from '../images.ts';
import { type Input, withSource } from '../input.ts';
import { dicomPicture } from './picture.ts';

/** A DICOM file's picture as WebP; undefined if this server cannot render it. */
export const renderDicom = (input: Input, side: number): Promise<Buffer | undefined> =>
  withSource(input, async (source) => {
    const picture = dicomPicture(source, MAX_PICTURE_PIXELS);
    return picture && greyPreview(picture, side);
  });
