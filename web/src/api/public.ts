import { parseResponse, sendRequest } from './http/transport.ts';

/** Milliseconds: how long an answer may be shown again, and from what age it is asked for anew (specification, section 7). */
const CACHE_MS = 60_000;
const FRESH = 5_000;

interface Kept<T> {
  at: number;
  data: T;
}

const keyOf = (path: string) => `answer:${path}`;

/** Storage may be full, switched off or hold what another version wrote: then there is nothing kept. */
function readCache<T>(path: string): Kept<T> | undefined {
  try {
    const cached = JSON.parse(sessionStorage.getItem(keyOf(path)) ?? 'null') as Kept<T> | null;
    const age = Date.now() - (cached?.at ?? Number.NaN);
    return cached && age >= 0 && age < CACHE_MS ? cached : undefined;
  } catch {
    return undefined;
  }
}

function keep<T>(path: string, data: T): void {
  try {
    sessionStorage.setItem(keyOf(path), JSON.stringify({ at: Date.now(), data } satisfies Kept<T>));
  } catch {
    // Shown all the same; the next page asks again.
  }
}

/** A public list. One seen in the last minute is there at once; `onData` comes again when a newer one has arrived. Throws HttpError. */
export async function loadList<T>(path: string, onData: (data: T) => void): Promise<void> {
  const last = readCache<T>(path);
  if (last) onData(last.data);
  if (last && Date.now() - last.at < FRESH) return;
  const data = parseResponse(await sendRequest(path, { method: 'GET' })) as T;
  keep(path, data);
  onData(data);
}

/** Sends a public form. Throws HttpError. */
export async function sendForm(path: string, values: object): Promise<void> {
  parseResponse(
    await sendRequest(path, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
    }),
  );
}
