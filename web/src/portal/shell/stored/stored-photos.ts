import { departure } from '../../../api/people/session/departure.ts';

/** The object store of photos that are not sent yet, in IndexedDB. */
export const photoStore = { database: 'deqiq-questions', name: 'photos' } as const;

// Every page of the portal loads this module: a session also ends on screens without questions.
departure.onForget(() => {
  if (!('indexedDB' in globalThis)) return;
  const { database, name } = photoStore;
  const opening = indexedDB.open(database);
  opening.onupgradeneeded = () => opening.result.createObjectStore(name);
  opening.onsuccess = () => {
    const { result } = opening;
    result.transaction(name, 'readwrite').objectStore(name).clear();
    result.close();
  };
});
