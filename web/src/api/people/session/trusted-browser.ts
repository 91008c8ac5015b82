const DATABASE = 'deqiq-device';
const STORE = 'device';
const KEY = 'token';

/** Milliseconds to wait for IndexedDB; a store that hangs must not prevent a sign-in. */
const TIMEOUT = 1_000;

/** The token by which the server recognizes this browser; it grants no access. IndexedDB outlives a log-out. */
export const trustedBrowser = {
  /** The token, `true` if there is none yet, undefined if none can be stored (private windows). */
  async read(): Promise<string | true | undefined> {
    const value = await withStore('readonly', (store) => store.get(KEY));
    if (value === FAILED) return undefined;
    return typeof value === 'string' ? value : true;
  },

  async save(token: string): Promise<void> {
    await withStore('readwrite', (store) => store.put(token, KEY));
  },
};

const FAILED = Symbol('the store cannot be used');

async function withStore(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  if (typeof indexedDB === 'undefined') return FAILED;
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT, FAILED));
  return Promise.race([timeout, inStore(mode, use).catch(() => FAILED)]);
}

async function inStore(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest) {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const database = await settled<IDBDatabase>(request);
  try {
    return await settled<unknown>(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no reason was given'));
  });
}
