import { type Expected, ExpectedState } from '../crash/expected/expected-state.ts';

/** The kinds of values that are compared as texts. */
const texts = ['partners', 'pictures', 'shipments', 'points'] as const;

/**
 * Watches what is written from now on. Whatever moment between now and the answer's call a backup is of,
 * it must be found possible by what the call answers, and everything acknowledged before must be in it.
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
    // Files come and go one by one: what was there before and is there after was always there.
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
