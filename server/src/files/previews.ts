import { AppError } from '../errors.ts';
import { putObject, readObject } from '../storage/put.ts';
import type { Storage, StorageKey, StoredObject } from '../storage/storage.ts';
import { previewOf } from './images.ts';

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

  async function make(id: string): Promise<void> {
    await turn();
    try {
      const bytes = await readObject(storage, `files/${id}`);
      const preview = await previewOf(bytes).catch(() => undefined);
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
    /** The preview of a picture; undefined where the picture cannot be decoded. */
    async open(id: string): Promise<StoredObject | undefined> {
      if (broken.has(id)) return undefined;
      const kept = await storage.inspect(keyOf(id));
      if (!kept?.finished) {
        const made = making.get(id) ?? make(id).finally(() => making.delete(id));
        making.set(id, made);
        await made;
      }
      return broken.has(id) ? undefined : storage.open(keyOf(id));
    },
  };
}

export const keyOf = (id: string): StorageKey => `previews/${id}`;
