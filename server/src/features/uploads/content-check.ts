import { MAX_PICTURE_PIXELS } from '@deqiq/contract/shared/limits.ts';
import { uploadMessages } from '@deqiq/contract/uploads.ts';
import { AppError } from '../../platform/errors.ts';
import { MAX_IMAGE_BYTES } from '../../platform/media/limits.ts';
import {
  type MediaService,
  type Requester,
  UndecodableFile,
} from '../../platform/media/media.service.ts';
import { detectFormat, formatFromType } from '../../platform/media/signature.ts';
import { readHead } from '../../platform/storage/small-objects.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import { isDicom } from './dicom-head.ts';

/** Bytes inspected of other types than pictures; texts must not contain NUL among them. */
const HEAD_BYTES = 65_536;

export interface Decoding extends Requester {
  /** Identifies the object in the list of decoder failures. */
  readonly subject: string;
  readonly media: Pick<MediaService, 'run'>;
}

/** Throws 415 if the content does not match the declared type. */
export async function assertContentMatchesType(
  contentType: string,
  object: StoredObject,
  decoding: Decoding,
): Promise<void> {
  if (!(await matchesType(contentType, object, decoding)))
    throw new AppError('unsupported-type', 415, uploadMessages.bytesDisagree);
}

async function matchesType(
  contentType: string,
  object: StoredObject,
  decoding: Decoding,
): Promise<boolean> {
  const head = await readHead(object, HEAD_BYTES);
  if (contentType.startsWith('image/')) return isImage(contentType, head, object, decoding);
  return contentType === 'application/dicom' ? isDicom(head, object.size) : !head.includes(0);
}

/** Whether the content is a picture of this type whose header decodes within the limits. */
async function isImage(
  contentType: string,
  head: Buffer,
  object: StoredObject,
  { media, ...options }: Decoding,
): Promise<boolean> {
  const format = detectFormat(head);
  if (!format || format !== formatFromType(contentType)) return false;
  const input =
    object.path === undefined ? await readHead(object, MAX_IMAGE_BYTES) : { path: object.path };
  try {
    const { value } = await media.run('inspect', { format }, input, options);
    return value.width * value.height <= MAX_PICTURE_PIXELS;
  } catch (error) {
    if (error instanceof UndecodableFile) return false;
    throw error;
  }
}
