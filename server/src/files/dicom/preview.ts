import { readObject } from '../../storage/put.ts';
import type { Storage, StorageKey } from '../../storage/storage.ts';
import { greyPreviewOf, MAX_PIXELS } from '../images.ts';
import { dicomPicture, mayHavePicture } from './picture.ts';

/** Bytes in which a scanner has said everything but the pixels. */
const HEAD = 128 * 1024;

/** A DICOM file's picture as WebP; undefined where there is none this server can draw. */
export async function dicomPreview(storage: Storage, key: StorageKey): Promise<Buffer | undefined> {
  if (!mayHavePicture(await headOf(storage, key))) return undefined;
  const bytes = await readObject(storage, key);
  const picture = await dicomPicture(bytes, MAX_PIXELS).catch(() => undefined);
  return picture && greyPreviewOf(picture);
}

async function headOf(storage: Storage, key: StorageKey): Promise<Buffer> {
  const file = await storage.open(key);
  try {
    const head = Buffer.alloc(Math.min(HEAD, file.size));
    return head.subarray(0, await file.read(head, 0));
  } finally {
    await file.close();
  }
}
