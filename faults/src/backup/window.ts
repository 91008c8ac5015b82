import { type Expected, ExpectedState } from '../crash/expected/expected-state.ts';

/** The kinds of values that are compared as texts. */
const texts = ['partners', 'pictures', 'shipments', 'points'] as const;

/**
 * Records what is written from now on. A backup of any moment between this call and the call of the returned function
 * must match the state that the function returns, and it must contain everything acknowledged before.
 */
export function openWindow(known: ExpectedState): () => ExpectedState {
  const floor = new Map(texts.map((kind) => [kind, copyOf(known[kind])] as const));
  const checkups = copyOf(known.checkups);
  const begun: { held: unknown; key: string; value: unknown }[] = [];
  const begin = known.begin;
  known.begin = function noted(held, key, value, kind) {
    begun.push({ held, key, value });
    return begin.call(known, held, key, value, kind) as () => void;
  };

  return () => {
    known.begin = begin;
    const seen = new ExpectedState();
    for (const kind of texts) {
      const before = floor.get(kind);
      const keys = new Set([...(before?.keys() ?? []), ...known[kind].keys()]);
      for (const key of keys) {
        const { now, inFlight } = before?.get(key) ?? { now: undefined };
        const later = begun.filter((each) => each.held === known[kind] && each.key === key);
        const since = later.map(({ value }) => value as string | undefined);
        seen[kind].set(key, { now, since, ...(inFlight && { inFlight }) });
      }
    }
    // Files appear and disappear one by one: a file that exists before and after existed all the time.
    for (const [id, { now }] of checkups) {
      const after = known.checkups.get(id);
      const value = after?.inFlight ? after.inFlight.value : after?.now;
      seen.checkups.set(id, { now, inFlight: { value } });
    }
    for (const [name, file] of known.files) seen.files.set(name, file);
    return seen;
  };
}

const copyOf = <Value>(held: ReadonlyMap<string, Expected<Value>>) =>
  new Map([...held].map(([key, entry]) => [key, { ...entry }] as const));
