import { createHash } from 'node:crypto';
import { type Expected, possibleValues } from '../expected/expected-state.ts';

/** The findings of a comparison, one sentence each. */
export interface Findings {
  /** Acknowledged but missing. */
  readonly lost: string[];
  /** Present but wrong. */
  readonly broken: string[];
}

/** Digests of files that were read byte for byte, by name; a second read must match. */
export type Digests = Map<string, string>;

/**
 * Every value must be the one before its last write or the one after; from now on only the value found is expected.
 */
export function compareValues(
  what: string,
  expected: ReadonlyMap<string, Expected<string>>,
  actual: ReadonlyMap<string, string>,
  { lost }: Findings,
): void {
  for (const [key, entry] of expected) {
    const value = actual.get(key);
    const allowed = possibleValues(entry);
    if (!allowed.includes(value))
      lost.push(`${what} ${key}: ${value} instead of ${allowed.join(' or ')}`);
    entry.now = value;
    delete entry.inFlight;
  }
}

export const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');
