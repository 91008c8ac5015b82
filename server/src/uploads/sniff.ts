import { uploadMessages } from '@deqiq/contract/uploads.ts';
import { AppError } from '../errors.ts';
import { isImage, MAX_IMAGE_BYTES } from '../files/images.ts';
import type { StoredObject } from '../storage/storage.ts';
import { isDicom } from './dicom-head.ts';

/** Bytes that are looked at of anything but a picture; a text must hold no NUL among them. */
const HEAD = 65_536;

/** Refuses (415) an object whose bytes are not what its Content-Type says. */
export async function mustAgree(contentType: string, object: StoredObject): Promise<void> {
  if (!(await agrees(contentType, object)))
    throw new AppError('unsupported-type', 415, uploadMessages.bytesDisagree);
}

async function agrees(contentType: string, object: StoredObject): Promise<boolean> {
  // A WebP's header is only found in the whole; the other kinds need far less than this.
  if (contentType.startsWith('image/'))
    return isImage(contentType, await readHead(object, MAX_IMAGE_BYTES));
  const head = await readHead(object, HEAD);
  return contentType === 'application/dicom' ? isDicom(head, object.size) : !head.includes(0);
}

async function readHead(object: StoredObject, length: number): Promise<Buffer> {
  const head = Buffer.allocUnsafe(Math.min(length, object.size));
  let filled = 0;
  while (filled < head.length) {
    const read = await object.read(head.subarray(filled), filled);
    if (read === 0) break;
    filled += read;
  }
  return head.subarray(0, filled);
}
