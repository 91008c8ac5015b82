import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { departure } from '../../../api/people/session/departure.ts';
import { photoStore } from '../../shell/stored/stored-photos.ts';

let opened: UseStore | undefined;

/** IndexedDB: sessionStorage, which stores the texts, takes no files. Throws where the browser has none. */
function store(): UseStore {
  opened ??= createStore(photoStore.database, photoStore.name);
  return opened;
}

/** Photos of this page: a browser without IndexedDB loses them at a reload only. */
const photos = new Map<string, File>();

departure.onForget(() => photos.clear());

/** Stores the photo of a question that is not sent yet; returns its key. */
export function savePhoto(photo: File): string {
  const key = crypto.randomUUID();
  photos.set(key, photo);
  void attempt(() => set(key, photo, store()));
  return key;
}

/** undefined where the browser has lost it. */
export const readPhoto = async (key: string): Promise<File | undefined> =>
  photos.get(key) ?? (await attempt(() => get<File>(key, store())));

export function removePhoto(key: string): void {
  photos.delete(key);
  void attempt(() => del(key, store()));
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    // The browser has no room or no store: the photo is in memory.
    return undefined;
  }
}
