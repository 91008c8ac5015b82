import type { FileLink } from '@deqiq/contract/imaging/files.ts';
import type { Db } from '../../../platform/db/tables.ts';
import type { Storage, StorageKey } from '../../../platform/storage/storage.ts';
import * as repo from './files.repo.ts';

/** Bytes of the longest text that a page shows. */
const MAX_NOTE = 20_000;

/** The content of those files that are short texts in UTF-8, by their ids. */
export async function readNotes(
  db: Db,
  storage: Storage,
  files: readonly FileLink[],
): Promise<Map<string, string>> {
  const short = files.filter(({ name, size }) => /\.txt$/i.test(name) && size <= MAX_NOTE);
  const ids = short.map(({ id }) => id);
  const notes = new Map<string, string>();
  for (const { id, object_id } of await repo.listByIds(db, ids)) {
    const text = await readText(storage, `files/${object_id}`);
    if (text !== undefined) notes.set(id, text);
  }
  return notes;
}

/** undefined where the bytes are no UTF-8, or cannot be read: the download of the file says why. */
async function readText(storage: Storage, key: StorageKey): Promise<string | undefined> {
  const object = await storage.open(key).catch(() => undefined);
  if (!object) return undefined;
  try {
    const bytes = new Uint8Array(object.size);
    const length = await object.read(bytes, 0);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length));
  } catch {
    return undefined;
  } finally {
    await object.close();
  }
}
