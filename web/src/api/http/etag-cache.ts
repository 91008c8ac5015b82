import { departure } from '../session/departure.ts';
import { session } from '../session/session.ts';

type Kept = { etag: string; data: unknown };

const MOST = 60;
const kept = new Map<string, Kept>();
/** A token that is renewed is still the same person's. */
const currentOwner = () => session.person() ?? session.current().refreshToken;
let owner = currentOwner();

// What one person was shown must not be there for the next.
session.subscribe(() => {
  const next = currentOwner();
  if (next !== owner) kept.clear();
  owner = next;
});
departure.onForget(() => kept.clear());

/** The last answer of this address with its ETag, so that 304 can hand back the very same object. */
export function keptAnswer(url: string): Kept | undefined {
  return kept.get(url);
}

export function keepAnswer(url: string, answer: Kept): void {
  kept.delete(url);
  kept.set(url, answer);
  const oldest = kept.size > MOST ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
}
