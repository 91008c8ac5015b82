import { departure } from '../../../api/people/session/departure.ts';
import { session } from '../../../api/people/session/session.ts';

const PREFIX = 'unsent:';

type Stored = { readonly person: string | undefined; readonly value: unknown };

departure.onForget(() => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
});

/**
 * Unsent input of the signed-in person, which survives a reload of this tab; undefined where there is none. The end of a
 * session empties this storage.
 */
export function readStored(name: string): unknown {
  const text = sessionStorage.getItem(PREFIX + name);
  if (text === null) return undefined;
  try {
    const { person, value } = JSON.parse(text) as Stored;
    if (person === session.person()) return value;
  } catch {
    // Not written by this version.
  }
  sessionStorage.removeItem(PREFIX + name);
  return undefined;
}

/** Stores unsent input, or removes it if the value is undefined. */
export function writeStored(name: string, value: unknown): void {
  if (value === undefined) {
    sessionStorage.removeItem(PREFIX + name);
    return;
  }
  const stored: Stored = { person: session.person(), value };
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(stored));
  } catch {
    // The browser has no room: it is still on the screen.
  }
}
