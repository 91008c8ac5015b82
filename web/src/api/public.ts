import { answerOf, exchange } from './http/transport.ts';

/** Milliseconds: how long an answer may be shown again, and from what age it is asked for anew (specification, section 7). */
const KEPT = 60_000;
const FRESH = 5_000;

interface Kept<T> {
  at: number;
  data: T;
}

const keyOf = (path: string) => `answer:${path}`;

/** Storage may be full, switched off or hold what another version wrote: then there is nothing kept. */
function kept<T>(path: string): Kept<T> | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyOf(path)) ?? 'null') as Kept<T> | null;
    const age = Date.now() - (found?.at ?? Number.NaN);
    return found && age >= 0 && age < KEPT ? found : undefined;
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
  const last = kept<T>(path);
  if (last) onData(last.data);
  if (last && Date.now() - last.at < FRESH) return;
  const data = answerOf(await exchange(path, { method: 'GET' })) as T;
  keep(path, data);
  onData(data);
}

/** Sends a public form. Throws HttpError. */
export async function sendForm(path: string, values: object): Promise<void> {
  answerOf(
    await exchange(path, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
    }),
  );
}
