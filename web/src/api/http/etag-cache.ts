import { departure } from '../people/session/departure.ts';
import { session } from '../people/session/session.ts';

type CachedResponse = { etag: string; data: unknown };

const CACHE_SIZE = 60;
const cache = new Map<string, CachedResponse>();
/** A token that is renewed is still the same person's. */
const currentOwner = () => session.person() ?? session.current().refreshToken;
let owner = currentOwner();

// Responses for one person must not be cached for the next.
session.subscribe(() => {
  const next = currentOwner();
  if (next !== owner) cache.clear();
  owner = next;
});
departure.onForget(() => cache.clear());

/** The last response of this address with its ETag. For a 304 the same object is returned. */
export function readEtagCache(url: string): CachedResponse | undefined {
  return cache.get(url);
}

export function writeEtagCache(url: string, answer: CachedResponse): void {
  cache.delete(url);
  cache.set(url, answer);
  const oldest = cache.size > CACHE_SIZE ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
}
