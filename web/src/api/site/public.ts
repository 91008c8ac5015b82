import { BOOKING_PATH } from '@deqiq/contract/referrals/booking/booking-path.ts';
import { language } from '@deqiq/messages/language.ts';
import { MINUTE } from '../../lib/durations.ts';
import type { Answer, EndpointPath } from '../http/endpoint-types.ts';
import { parseResponse, sendRequest } from '../http/transport.ts';

/** The paths of the lists and forms of the public site. */
export type PublicPath<Method extends 'GET' | 'POST'> = Extract<
  EndpointPath<Method>,
  `/api/misc/${string}`
>;

export type PublicAnswer<Path extends PublicPath<'GET'>> = Answer<`GET ${Path}`>;

/** Milliseconds for which a response may be shown from the cache, and the age from which it is refetched (specification, section 7). */
const CACHE_MS = MINUTE;
const FRESH = 5_000;

interface CacheEntry<T> {
  at: number;
  data: T;
}

const toKey = (path: string) => `answer:${path}`;

/** Returns undefined if the storage is full, disabled, or was written by another version. */
function readCache<T>(path: string): CacheEntry<T> | undefined {
  try {
    const cached = JSON.parse(
      sessionStorage.getItem(toKey(path)) ?? 'null',
    ) as CacheEntry<T> | null;
    const age = Date.now() - (cached?.at ?? Number.NaN);
    return cached && age >= 0 && age < CACHE_MS ? cached : undefined;
  } catch {
    return undefined;
  }
}

function writeCache<T>(path: string, data: T): void {
  try {
    sessionStorage.setItem(
      toKey(path),
      JSON.stringify({ at: Date.now(), data } satisfies CacheEntry<T>),
    );
  } catch {
    // Not cached; the next page requests it again.
  }
}

/** A public list. Passes a cached one to `onData` immediately, and a newer one when it arrives. Throws HttpError. */
export async function loadList<Path extends PublicPath<'GET'>>(
  path: Path,
  onData: (data: PublicAnswer<Path>) => void,
): Promise<void> {
  const last = readCache<PublicAnswer<Path>>(path);
  if (last) onData(last.data);
  if (last && Date.now() - last.at < FRESH) return;
  const data = parseResponse(await sendRequest(path, { method: 'GET' })) as PublicAnswer<Path>;
  writeCache(path, data);
  onData(data);
}

/** Sends a public form to the path it names; the server answers in the language of the page. Throws HttpError. */
export async function sendForm(path: string, values: object): Promise<unknown> {
  return parseResponse(
    await sendRequest(path, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'X-Language': language(),
      },
      body: JSON.stringify(values),
    }),
  );
}

/** The page where the patient chooses a time; undefined where no kind of examination is offered, or that is not known. */
export async function findTimes(booking: string | undefined): Promise<string | undefined> {
  if (booking === undefined) return undefined;
  try {
    const answer = await sendRequest('/api/misc/booking/kinds', { method: 'GET' });
    const { kinds } = parseResponse(answer) as Answer<'GET /api/misc/booking/kinds'>;
    return kinds.length > 0 ? `${BOOKING_PATH}${booking}?lang=${language()}` : undefined;
  } catch {
    return undefined;
  }
}
