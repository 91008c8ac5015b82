import { extensionOf } from '@deqiq/contract/files.ts';
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  pictureMessages,
} from '@deqiq/contract/pictures.ts';
import sharp from 'sharp';
import { AppError } from '../errors.ts';
import { hasTooManyFrames } from '../files/images.ts';
import type { FormFile } from '../http/form-body.ts';

/** A picture of a form, and the field it came in. */
export interface SentPicture {
  readonly field: string;
  readonly file: FormFile;
}

type Format = 'png' | 'jpeg' | 'webp' | 'gif';

/** What a kind of picture may be, and in whose words it is refused. */
export interface PictureRules {
  readonly formats: readonly Format[];
  readonly says: Readonly<Record<keyof typeof pictureMessages.staff, string>>;
}

/** Pictures of clinics and doctors, sent by staff. */
export const staffRules: PictureRules = {
  formats: ['png', 'jpeg', 'webp', 'gif'],
  says: pictureMessages.staff,
};

/** What partners send: no gif (specification, section 5). */
export const shipmentRules: PictureRules = {
  formats: ['png', 'jpeg', 'webp'],
  says: pictureMessages.partner,
};

/**
 * Refuses what is not a picture of the type its name says (415), or is too large (413), before a pixel is
 * decoded. Answers its width in pixels, upright.
 */
export async function checkPicture(
  { field, file }: SentPicture,
  { formats, says }: PictureRules,
): Promise<{ width: number }> {
  const refusal = (status: 413 | 415, message: string) =>
    new AppError(status === 413 ? 'too-large' : 'unsupported-type', status, message, [
      { path: field, message },
    ]);
  if (file.bytes.length > MAX_PICTURE_BYTES) throw refusal(413, says.tooLarge);
  const claimed = claimedFormat(file);
  if (!claimed || !formats.includes(claimed)) throw refusal(415, says.typeNotAccepted);
  // Only these four decoders ever see the bytes: what begins like an SVG or a PDF is not even opened.
  if (beginningOf(file.bytes) !== claimed) throw refusal(415, says.bytesDisagree);
  if (hasTooManyFrames(file.bytes)) throw refusal(413, says.tooManyPixels);
  const head = await sharp(file.bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head) throw refusal(415, says.bytesDisagree);
  if (head.width * head.height > MAX_PICTURE_PIXELS) throw refusal(413, says.tooManyPixels);
  return { width: head.autoOrient.width };
}

/** 415 for a picture whose header was fine and whose pixels are not. */
export const isDamaged = ({ field }: SentPicture, { says }: PictureRules) =>
  new AppError('unsupported-type', 415, says.bytesDisagree, [
    { path: field, message: says.bytesDisagree },
  ]);

const extensions: ReadonlyMap<string, Format> = new Map([
  ['png', 'png'],
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
  ['webp', 'webp'],
  ['gif', 'gif'],
]);

/** What the name's extension says; a nameless blob says it by its Content-Type. */
function claimedFormat({ fileName, contentType }: FormFile): Format | undefined {
  const extension = extensionOf(fileName);
  const [, subtype = ''] = /^image\/(\w+)\s*(?:;|$)/i.exec(contentType) ?? [];
  const claim = extension === '' ? subtype.toLowerCase() : extension;
  return extensions.get(claim);
}

function beginningOf(bytes: Buffer): Format | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (begins('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('GIF87a') || begins('GIF89a')) return 'gif';
  return begins('RIFF') && begins('WEBP', 8) ? 'webp' : undefined;
}
