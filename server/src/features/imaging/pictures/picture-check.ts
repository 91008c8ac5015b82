import { fileExtension } from '@deqiq/contract/imaging/files.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '@deqiq/contract/shared/limits.ts';
import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import * as pictureMessages from '@deqiq/messages/imaging/pictures.js';
import { AppError } from '../../../platform/errors.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import { UndecodableFile } from '../../../platform/media/decoder-errors.ts';
import type { PictureFormat, PictureHeader } from '../../../platform/media/jobs.ts';
import { TOO_MANY_FRAMES } from '../../../platform/media/limits.ts';
import { detectFormat } from '../../../platform/media/signature.ts';

/** A picture of a form, and the name of its field. */
export interface SentPicture {
  readonly field: string;
  readonly file: FormFile;
  /** Default: those of staff. */
  readonly rules?: PictureRules;
}

export interface PictureRules {
  readonly formats: readonly PictureFormat[];
  readonly maxBytes?: number;
  readonly messages: Readonly<
    Record<'typeNotAccepted' | 'bytesDisagree' | 'tooLarge' | 'tooManyPixels', () => string>
  >;
}

/** Pictures of clinics and doctors, uploaded by staff. */
export const staffRules: PictureRules = {
  formats: ['png', 'jpeg', 'webp', 'gif'],
  messages: pictureMessages,
};

/** Shipments of partners: no gif (specification, section 5). */
export const shipmentRules: PictureRules = {
  formats: ['png', 'jpeg', 'webp'],
  messages: shipmentMessages,
};

/** Reads a picture's header in a decoder process. */
export type InspectPicture = (bytes: Buffer, format: PictureFormat) => Promise<PictureHeader>;

/** Checks a picture before it is decoded. Throws 415 for another type, 413 if too large. Upright width in pixels. */
export async function checkPicture(
  { field, file }: SentPicture,
  { formats, maxBytes = MAX_PICTURE_BYTES, messages }: PictureRules,
  inspect: InspectPicture,
): Promise<{ format: PictureFormat; width: number }> {
  const checkError = (status: 413 | 415, message: string) =>
    new AppError(status === 413 ? 'too-large' : 'unsupported-type', status, message, [
      { path: field, message },
    ]);
  if (file.bytes.length > maxBytes) throw checkError(413, messages.tooLarge());
  const declared = declaredFormat(file);
  if (!declared || !formats.includes(declared)) throw checkError(415, messages.typeNotAccepted());
  if (detectFormat(file.bytes) !== declared) throw checkError(415, messages.bytesDisagree());
  const header = await inspect(file.bytes, declared).catch((error: unknown) => {
    if (!(error instanceof UndecodableFile)) throw error;
    const isTooLarge = error.message === TOO_MANY_FRAMES;
    throw isTooLarge
      ? checkError(413, messages.tooManyPixels())
      : checkError(415, messages.bytesDisagree());
  });
  if (header.width * header.height > MAX_PICTURE_PIXELS)
    throw checkError(413, messages.tooManyPixels());
  return { format: declared, width: header.uprightWidth };
}

/** A 415 for a picture with a valid header and damaged pixels. */
export const damagedError = ({ field }: SentPicture, { messages }: PictureRules) =>
  new AppError('unsupported-type', 415, messages.bytesDisagree(), [
    { path: field, message: messages.bytesDisagree() },
  ]);

const extensions: ReadonlyMap<string, PictureFormat> = new Map([
  ['png', 'png'],
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
  ['webp', 'webp'],
  ['gif', 'gif'],
]);

/** The format from the extension, or from the Content-Type if there is no extension. */
function declaredFormat({ fileName, contentType }: FormFile): PictureFormat | undefined {
  const extension = fileExtension(fileName);
  const [, subtype = ''] = /^image\/(\w+)\s*(?:;|$)/i.exec(contentType) ?? [];
  const type = extension === '' ? subtype.toLowerCase() : extension;
  return extensions.get(type);
}
