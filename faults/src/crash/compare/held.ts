import { createHash } from 'node:crypto';
import { type Expected, possible } from '../expected/expected-state.ts';

/** What a comparison found, sentence by sentence. */
export interface Findings {
  /** Acknowledged, and not there. */
  readonly lost: string[];
  /** There, and not as it must be. */
  readonly broken: string[];
}

/** Digests of what was read byte for byte, by name: it is not read again, or must be the same. */
export type Read = Map<string, string>;

/** Every value is the one before its last write or the one after, and from now on it is what it is. */
export function compareHeld(
  what: string,
  held: ReadonlyMap<string, Expected<string>>,
  there: ReadonlyMap<string, string>,
  { lost }: Findings,
): void {
  for (const [key, entry] of held) {
    const value = there.get(key);
    const may = possible(entry);
    if (!may.includes(value)) lost.push(`${what} ${key}: ${value} instead of ${may.join(' or ')}`);
    entry.now = value;
    delete entry.inFlight;
  }
}

export const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');
