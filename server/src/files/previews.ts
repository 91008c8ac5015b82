import { acceptedFileTypes } from '@deqiq/contract/files.ts';
import { AppError } from '../errors.ts';
import { putObject, readObject } from '../storage/put.ts';
import type { Storage, StorageKey, StoredObject } from '../storage/storage.ts';
import { dicomPreview } from './dicom/preview.ts';
import { isRaster, previewOf } from './images.ts';

/** Pictures made smaller side by side, and those that may wait for their turn. */
const AT_ONCE = 1;
const MOST_WAITING = 64;

/** Files remembered as broken, so that they are not decoded again and again. */
const MOST_BROKEN = 1_000;

/** Previews are made when first asked for, kept beside the files, and made once for any number of askers. */
export function previews(storage: Storage) {
  const making = new Map<string, Promise<void>>();
  const broken = new Set<string>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function turn(): Promise<void> {
    if (busy < AT_ONCE) {
      busy += 1;
      return;
    }
    if (waiting.length >= MOST_WAITING)
      throw new AppError('unavailable', 503, 'Bir azdan yenidən cəhd edin');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function next(): void {
    const waiter = waiting.shift();
    if (waiter) waiter();
    else busy -= 1;
  }

  async function drawn(key: StorageKey, contentType: string): Promise<Buffer | undefined> {
    if (contentType === DICOM) return dicomPreview(storage, key);
    const bytes = await readObject(storage, key);
    return previewOf(bytes).catch(() => undefined);
  }

  async function make(id: string, contentType: string): Promise<void> {
    await turn();
    try {
      const preview = await drawn(`files/${id}`, contentType);
      if (preview) {
        await putObject(storage, keyOf(id), preview);
        // Deleted while it was made smaller: whoever deletes takes the file first, then its preview.
        if (!(await storage.inspect(`files/${id}`))) await storage.remove(keyOf(id));
      } else {
        if (broken.size >= MOST_BROKEN) broken.clear();
        broken.add(id);
      }
    } finally {
      next();
    }
  }

  return {
    /** Whether a look at this file has shown that it has no preview. */
    isBroken: (id: string): boolean => broken.has(id),

    /** The preview of a file; undefined where there is nothing that can be drawn. */
    async open(id: string, contentType: string): Promise<StoredObject | undefined> {
      if (broken.has(id)) return undefined;
      const kept = await storage.inspect(keyOf(id));
      if (!kept?.finished) {
        const made = making.get(id) ?? make(id, contentType).finally(() => making.delete(id));
        making.set(id, made);
        await made;
      }
      return broken.has(id) ? undefined : storage.open(keyOf(id));
    },
  };
}

const DICOM: string = acceptedFileTypes.dcm;

/** Whether files of this type may have a preview. Of DICOM files only those of one plain grey frame do. */
export const isDrawn = (contentType: string): boolean =>
  isRaster(contentType) || contentType === DICOM;

export const keyOf = (id: string): StorageKey => `previews/${id}`;
